// SPDX-License-Identifier: MIT
#include "core/figure/heads_figure.h"

#include "core/document/open_part.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/figure/drawing.h"
#include "core/figure/lines_figure.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// A head of an attention.
struct Shown {
    const OpenPart* part;
    View view; // as the part calls its places
    Contents contents;
    std::array<std::string, 3> names; // from long to short
    bool is_open = false;

    const SheetLook& look() const { return contents.sheets.front(); }
};

/// "head 1"; of several attentions "layer 1, cross, head 1".
std::string name_of(const Document& document, const View& view, Index head) {
    std::string name;
    if (layer_count(document) > 1)
        name = "layer " + std::to_string(view.layer);
    if (has_cross(document))
        name += std::string(name.empty() ? "" : ", ") + (view.is_cross ? "cross" : "self");
    if (head_count(document) > 1 || name.empty())
        name += (name.empty() ? "head " : ", head ") + std::to_string(head);
    return name;
}

/// "layer 1, cross, head 1", "L1 cross H1", "1×·1": the last is for many small heads.
std::array<std::string, 3> names_of(const Document& document, const View& view, Index head) {
    const std::string number = std::to_string(head);
    std::string brief, least;
    if (layer_count(document) > 1) {
        brief = "L" + std::to_string(view.layer) + " ";
        least = std::to_string(view.layer);
    }
    if (has_cross(document)) {
        brief += view.is_cross ? "cross " : "self ";
        least += view.is_cross ? "×" : "";
    }
    return {name_of(document, view, head), brief + "H" + number,
            least + (least.empty() ? "" : "·") + number};
}

/// The longest form of the names that has room for all of them.
std::size_t form_of_names(const std::vector<Shown>& all, float room, float size,
                          const Measure& measure) {
    for (std::size_t form = 0; form + 1 < all.front().names.size(); ++form)
        if (std::all_of(all.begin(), all.end(), [&](const Shown& one) {
                return measure(one.names[form], Font::Bold, size) <= room;
            }))
            return form;
    return all.front().names.size() - 1;
}

/// The weights of each head, with one range: to the largest of all.
std::vector<Shown> weights_of_heads(const Document& document, const std::deque<OpenPart>& parts,
                                    const View& view) {
    std::vector<Shown> all;
    for (std::size_t at = 0; at < parts.size(); ++at)
        for (Index head = 0; head < head_count(document); ++head) {
            const OpenPart& part = parts[at];
            View of_part = view;
            open_part(document, static_cast<Index>(at), of_part);
            const auto names = names_of(document, of_part, head);
            of_part = within(part.document(), part.view(of_part));
            of_part.head = head;
            Contents made = contents(part.document(), part.trace(), of_part, Stage::Weights);
            const bool is_open =
                head == view.head && static_cast<Index>(at) == part_index(document, view);
            all.push_back({&part, of_part, std::move(made), names, is_open});
        }
    const SheetLook* widest = &all.front().look();
    Real low = widest->scale.low;
    for (const Shown& one : all) {
        if (one.look().scale.high > widest->scale.high)
            widest = &one.look();
        low = std::min(low, one.look().scale.low);
    }
    const ColourScale scale{widest->scale.colours, low, widest->scale.high, widest->scale.least};
    const std::string high_text = widest->scale_high;
    for (Shown& one : all) {
        SheetLook& look = one.contents.sheets.front();
        look.scale = scale;
        look.scale_high = high_text;
        look.has_row_sums = look.has_column_sums = false;
    }
    return all;
}

/// How many heads stand in a row, and how large each is.
struct Grid {
    Index columns = 1, rows = 1;
    float side_x = 0, side_y = 0; // of the cells of one head
};

/// `in_row`: so many stand in each row; 0: as many as make them largest.
Grid grid_of(Index heads, Index in_row, const SheetLook& look, Size room, float title, float gap) {
    const float ratio = static_cast<float>(look.row_count()) /
                        static_cast<float>(std::max<Index>(1, look.column_count()));
    Grid best;
    const bool is_high = room.height > 0; // Then all stand beside each other at the worst.
    const Index most_columns = is_high ? heads : std::min<Index>(heads, 12);
    for (Index columns = in_row > 0 ? in_row : 1; columns <= (in_row > 0 ? in_row : most_columns);
         ++columns) {
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
        const bool is_better = in_row == 0 && room.height > 0
                                   ? one.side_x > best.side_x
                                   : columns == std::min<Index>(heads, 4);
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
    std::deque<OpenPart> parts; // They stay where they are.
    for (Index at = 0; at < part_count(document); ++at) {
        View of_part = view;
        open_part(document, at, of_part);
        parts.emplace_back(document, trace, of_part);
    }
    const std::vector<Shown> shown = weights_of_heads(document, parts, view);
    const SheetLook& first = shown.front().look();
    const auto count = static_cast<Index>(shown.size());
    const Index heads = head_count(document);
    const float title = 1.8F * text, gap = 1.2F * text, foot = 2.2F * text;
    const Size room{available.width,
                    available.height > 0 ? available.height - foot - 0.5F * text : 0};
    // A row for each part where there are several heads and that costs little of their size.
    Grid grid = grid_of(count, 0, first, room, title, gap);
    const auto part_rows = static_cast<float>(parts.size());
    if (parts.size() > 1 && heads > 1 &&
        (room.height <= 0 || part_rows * (2 * title + gap) <= room.height)) {
        const Grid by_part = grid_of(count, heads, first, room, title, gap);
        if (by_part.side_x >= 0.6F * grid.side_x)
            grid = by_part;
    }

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
    lengths.least_digits = std::min(lengths.least_digits, 0.86F * text); // as the other letters
    const float mark = 0.7F * text, letters = 0.9F * text;
    const std::size_t form = form_of_names(shown, grid.side_x - 1.5F * mark, letters, measure);
    for (Index at = 0; at < count; ++at) {
        const Shown& one = shown[static_cast<std::size_t>(at)];
        const SheetLook& look = one.look();
        const auto across = static_cast<float>(at % grid.columns);
        const auto down = static_cast<float>(at / grid.columns);
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
        figure.shapes.emplace_back(
            Box{{box.corner.x, box.corner.y + 0.5F * (title - mark), mark, mark},
                head_colour(one.view.head, view.theme),
                transparent,
                0,
                0.2F * mark});
        draw_text(drawing, {box.corner.x + 1.5F * mark, box.corner.y + 0.5F * title},
                  shortened(one.names[form], box.width - 1.5F * mark + 0.4F * gap, Font::Bold,
                            letters, measure),
                  {Font::Bold, letters, colours.text});
        figure.shapes.emplace_back(
            Box{grown(box.cells, 1), transparent, colours.line, colours.stroke});
        const std::size_t grids = figure.grids.size();
        draw_matrix(drawing, box, one.contents.words(), one.view);
        for (std::size_t of = grids; of < figure.grids.size(); ++of)
            figure.grids[of].sheet = one.part->in_whole(figure.grids[of].sheet);
        if (one.is_open && count > 1)
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
    x += draw_text(drawing, {x, y}, first.scale_high, {Font::Sans, size, colours.dim_text});
    const Shown& last = shown.back();
    if (form > 0)
        draw_text(drawing, {x + 1.5F * text, y}, last.names[form] + " is " + last.names.front(),
                  {Font::Sans, size, colours.dim_text});
    return figure;
}

} // namespace attn::figure
