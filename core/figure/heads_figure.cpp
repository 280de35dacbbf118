// SPDX-License-Identifier: MIT
#include "core/figure/heads_figure.h"

#include "core/document/sheet.h"
#include "core/figure/drawing.h"
#include "core/figure/lines_figure.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

/// The weights of each head, with one range: to the largest of all.
std::vector<Contents> weights_of_heads(const Document& document, const Trace& trace, View view) {
    std::vector<Contents> all;
    for (Index head = 0; head < head_count(document); ++head) {
        view.head = head;
        all.push_back(contents(document, trace, view, Stage::Weights));
    }
    const SheetLook* widest = &all.front().sheets.front();
    Real low = widest->scale.low;
    for (const Contents& one : all) {
        if (one.sheets.front().scale.high > widest->scale.high)
            widest = &one.sheets.front();
        low = std::min(low, one.sheets.front().scale.low);
    }
    const ColourScale scale{widest->scale.colours, low, widest->scale.high, widest->scale.least};
    const std::string high_text = widest->scale_high;
    for (Contents& one : all) {
        one.sheets.front().scale = scale;
        one.sheets.front().scale_high = high_text;
        one.sheets.front().has_row_sums = one.sheets.front().has_column_sums = false;
    }
    return all;
}

/// How many heads stand in a row, and how large each is.
struct Grid {
    Index columns = 1, rows = 1;
    float side_x = 0, side_y = 0; // of the cells of one head
};

Grid grid_of(Index heads, const SheetLook& look, Size room, float title, float gap) {
    const float ratio = static_cast<float>(look.row_count()) /
                        static_cast<float>(std::max<Index>(1, look.column_count()));
    Grid best;
    for (Index columns = 1; columns <= std::min<Index>(heads, 12); ++columns) {
        Grid one{columns, (heads + columns - 1) / columns, 0, 0};
        one.side_x =
            (room.width - gap * static_cast<float>(columns + 1)) / static_cast<float>(columns);
        one.side_y = one.side_x * ratio;
        if (room.height > 0) {
            const float most = (room.height - (title + gap) * static_cast<float>(one.rows)) /
                               static_cast<float>(one.rows);
            if (one.side_y > most) {
                one.side_y = std::max(1.0F, most);
                // Wide cells have room for numbers where the height is scarce.
                one.side_x = std::min(one.side_x, 1.8F * one.side_y / ratio);
            }
        } else if (one.side_x > 16 * title) {
            one.side_x = 16 * title;
            one.side_y = one.side_x * ratio;
        }
        const bool is_better =
            room.height > 0 ? one.side_x > best.side_x : columns == std::min<Index>(heads, 4);
        if (is_better || best.side_x <= 0)
            best = one;
    }
    return best;
}

} // namespace

Figure heads_figure(const Document& document, const Trace& trace, const View& asked, Size available,
                    float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const std::vector<Contents> shown = weights_of_heads(document, trace, view);
    const SheetLook& first = shown.front().sheets.front();
    const Index heads = head_count(document);
    const float title = 1.8F * text, gap = 1.2F * text, foot = 2.2F * text;
    const Size room{available.width,
                    available.height > 0 ? available.height - foot - 0.5F * text : 0};
    const Grid grid = grid_of(heads, first, room, title, gap);

    Figure figure;
    figure.size = {available.width,
                   available.height > 0
                       ? available.height
                       : 0.5F * text + (title + grid.side_y + gap) * static_cast<float>(grid.rows) +
                             foot};
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    Lengths lengths;
    lengths.unit = text;
    for (Index head = 0; head < heads; ++head) {
        const SheetLook& look = shown[static_cast<std::size_t>(head)].sheets.front();
        const auto across = static_cast<float>(head % grid.columns);
        const auto down = static_cast<float>(head / grid.columns);
        SheetBox box;
        box.look = &look;
        box.lengths = lengths;
        box.corner = {gap + across * (grid.side_x + gap),
                      0.5F * text + down * (title + grid.side_y + gap)};
        box.width = grid.side_x;
        box.cells = {box.corner.x, box.corner.y + title, grid.side_x, grid.side_y};
        box.has_header = box.has_labels = box.has_colour_bar = false;
        const float digits =
            measure("0", Font::Mono, 1) * (static_cast<float>(look.characters) + 1);
        box.number_size =
            std::min({0.86F * text, 0.6F * box.cell_height(), box.cell_width() / digits});
        box.has_numbers = box.number_size >= lengths.least_digits;
        const float mark = 0.7F * text;
        figure.shapes.emplace_back(
            Box{{box.corner.x, box.corner.y + 0.5F * (title - mark), mark, mark},
                head_colour(head, view.theme),
                transparent,
                0,
                0.2F * mark});
        draw_text(drawing, {box.corner.x + 1.5F * mark, box.corner.y + 0.5F * title},
                  "head " + std::to_string(head + 1), {Font::Bold, 0.9F * text, colours.text});
        figure.shapes.emplace_back(
            Box{grown(box.cells, 1), transparent, colours.line, colours.stroke});
        View of_head = view;
        of_head.head = head;
        draw_matrix(drawing, box, shown[static_cast<std::size_t>(head)].words(), of_head);
        if (head == view.head && heads > 1)
            draw_frame(drawing, grown(box.cells, 0.15F * text), colours.accent, 0.12F * text);
    }
    // One scale for all.
    const float y = figure.size.height - 0.5F * foot, size = 0.86F * text;
    float x = gap;
    x += draw_text(drawing, {x, y}, "weights  " + first.scale_low,
                   {Font::Sans, size, colours.dim_text}) +
         0.5F * text;
    draw_scale(drawing, first.scale, {x, y - 0.35F * text, 8 * text, 0.7F * text});
    x += 8.5F * text;
    draw_text(drawing, {x, y}, first.scale_high, {Font::Sans, size, colours.dim_text});
    return figure;
}

} // namespace attn::figure
