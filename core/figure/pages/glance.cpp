// SPDX-License-Identifier: MIT
#include "core/figure/pages/glance.h"

#include "core/document/model/model.h"
#include "core/figure/base/drawing.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

/// Square cells, unless the shorter side would be less than a third of its room.
Size cells_of(Index rows, Index columns, Size room) {
    const auto down = static_cast<float>(std::max<Index>(1, rows));
    const auto across = static_cast<float>(std::max<Index>(1, columns));
    const float side = std::min(room.width / across, room.height / down);
    return {std::min(room.width, std::max(side * across, room.width / 3)),
            std::min(room.height, std::max(side * down, room.height / 3))};
}

SheetLook plain(SheetLook look, bool query) {
    if (!query) {
        look.query_row.reset();
        look.query_column.reset();
    }
    look.key_row.reset();
    look.key_column.reset();
    look.has_row_sums = look.has_column_sums = false;
    return look;
}

float title_height(float text) {
    return 1.7F * text;
}
float matrix_height(float text) {
    return 5.8F * text;
}

} // namespace

Rect draw_glance(Drawing& drawing, SheetLook look, const std::vector<std::string>& words,
                 const View& view, Rect room, bool query) {
    look = plain(std::move(look), query);
    const Size size = cells_of(look.row_count(), look.column_count(), {room.width, room.height});
    SheetBox box;
    box.look = &look;
    box.corner = {room.x, room.y + (room.height - size.height) / 2};
    box.width = size.width;
    box.cells = {box.corner.x, box.corner.y, size.width, size.height};
    box.has_header = box.has_labels = box.has_colour_bar = box.has_numbers = false;
    draw_matrix(drawing, box, words, view);
    if (std::min(box.cell_width(), box.cell_height()) < least_cell) // One image, without edges.
        drawing.figure.shapes.emplace_back(
            Box{box.cells, transparent, drawing.theme.line, drawing.theme.stroke, 0});
    return box.cells;
}

Stage glance_stage(const Document& document) {
    return has_stage(document, Stage::Weights) ? Stage::Weights : Stage::Reconstruction;
}

Figure glance(const Document& document, const Trace& trace, const View& asked, Stage stage,
              Size size, bool query) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const Contents shown = contents(document, trace, view, stage);
    Figure figure;
    figure.size = size;
    const Measure measure = approximate_width; // No text is drawn.
    Drawing drawing{figure, colours, measure};
    const SheetLook& look = shown.sheets.front();
    const Size cells = cells_of(look.row_count(), look.column_count(), size);
    draw_glance(drawing, look, shown.words(), view, {0, 0, size.width, cells.height}, query);
    return figure;
}

float beginning_height(float text) {
    return title_height(text) + matrix_height(text);
}

Figure beginning(const Document& document, const Trace& trace, const View& asked, float width,
                 float text, const Measure& measure) {
    View view = within(document, asked);
    view.head = 0;
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = {width, beginning_height(text)};
    Drawing drawing{figure, colours, measure};
    const float side = matrix_height(text), top = title_height(text), gap = 0.5F * text;
    const float arrow = 1.6F * text;
    // Three small matrices between two large ones, whatever their shapes.
    const float middle = width - 2 * side - 2 * (arrow + 2 * gap);
    const float small = (middle - 2 * gap) / 3;
    // Drops the shape if it does not fit.
    const auto heading = [&](float x, float room, const std::string& name,
                             const std::string& shape) {
        const float y = 0.5F * text, size = 0.8F * text;
        const float used =
            draw_text(drawing, {x, y}, name, {Font::Bold, 0.86F * text, colours.text}) + gap;
        if (fits_in(used + measure(shape, Font::Sans, size), room))
            draw_text(drawing, {x + used, y}, shape, {Font::Sans, size, colours.dim_text});
    };
    const auto put = [&](Stage stage, float x, float room) {
        const Contents shown = contents(document, trace, view, stage);
        const SheetLook& look = shown.sheets.front();
        const bool is_small = stage == Stage::W_K || stage == Stage::W_V;
        if (stage == Stage::W_Q)
            heading(x, middle, "W_{Q}, W_{K}, W_{V}", look.shape);
        else if (!is_small)
            heading(x, room, stage == Stage::X ? "X" : "Weights", look.shape);
        draw_glance(drawing, look, shown.words(), view, {x, top, room, side});
    };
    const auto put_arrow = [&](float x) {
        draw_arrow(drawing, {x, top + side / 2}, arrow, colours.dim_text, 1);
    };
    float x = 0;
    put(Stage::X, x, side);
    x += side + gap;
    put_arrow(x);
    x += arrow + gap;
    for (const Stage stage : {Stage::W_Q, Stage::W_K, Stage::W_V}) {
        put(stage, x, small);
        x += small + gap;
    }
    put_arrow(x);
    put(Stage::Weights, x + arrow + gap, side);
    return figure;
}

} // namespace attn::figure
