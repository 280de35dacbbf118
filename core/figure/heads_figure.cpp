// SPDX-License-Identifier: MIT
#include "core/figure/heads_figure.h"

#include "core/document/option_inputs.h"
#include "core/figure/drawing.h"
#include "core/figure/every_head.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

/// The number of heads in a row and the size of each.
struct Grid {
    Index columns = 1, rows = 1;
    float side_x = 0, side_y = 0; // the cells of one head together
};

/// `in_row` fixes the number of heads in a row; 0 takes the number that makes them largest.
Grid grid_of(Index heads, Index in_row, const SheetLook& look, Size room, float title, float gap) {
    const float ratio = static_cast<float>(look.row_count()) /
                        static_cast<float>(std::max<Index>(1, look.column_count()));
    Grid best;
    for (Index columns = in_row > 0 ? in_row : 1; columns <= (in_row > 0 ? in_row : heads);
         ++columns) {
        Grid one{columns, (heads + columns - 1) / columns, 0, 0};
        one.side_x =
            (room.width - gap * static_cast<float>(columns + 1)) / static_cast<float>(columns);
        one.side_y = one.side_x * ratio;
        const float most = (room.height - (title + gap) * static_cast<float>(one.rows)) /
                           static_cast<float>(one.rows);
        if (one.side_y > most) {
            one.side_y = std::max(1.0F, most);
            // Wide cells have room for numbers if height is scarce.
            one.side_x = std::min(one.side_x, 1.8F * one.side_y / ratio);
        }
        if (one.side_x > best.side_x || best.side_x <= 0)
            best = one;
    }
    return best;
}

} // namespace

Figure heads_figure(const Document& document, const Trace& trace, const View& asked, Size available,
                    float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const EveryHead all = every_head(document, trace, view);
    const std::vector<ShownHead>& shown = all.heads;
    const SheetLook& first = shown.front().look();
    const auto count = static_cast<Index>(shown.size());
    const Index heads = head_count(document);
    const float title = 1.8F * text, gap = 1.2F * text, foot = 2.2F * text;
    const Size room{available.width, available.height - foot - 0.5F * text};
    // Gives each part a row if there are several heads and they stay nearly as large.
    Grid grid = grid_of(count, 0, first, room, title, gap);
    const auto part_rows = static_cast<float>(all.parts.size());
    if (all.parts.size() > 1 && heads > 1 && part_rows * (2 * title + gap) <= room.height) {
        const Grid by_part = grid_of(count, heads, first, room, title, gap);
        if (by_part.side_x >= 0.6F * grid.side_x)
            grid = by_part;
    }

    Figure figure;
    figure.size = available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    Lengths lengths;
    lengths.unit = text;
    lengths.least_digits = std::min(lengths.least_digits, 0.86F * text); // as the other letters
    HeadName name{0, 0.9F * text};
    name.form = form_of_names(shown, grid.side_x - name.before(), name.size, measure);
    for (Index at = 0; at < count; ++at) {
        const ShownHead& one = shown[static_cast<std::size_t>(at)];
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
        draw_head_name(drawing, one, name, {box.corner.x, box.corner.y + 0.5F * title},
                       box.width - name.before() + 0.4F * gap);
        figure.shapes.emplace_back(
            Box{grown(box.cells, 1), transparent, colours.line, colours.stroke});
        const std::size_t grids = figure.grids.size();
        draw_matrix(drawing, box, one.contents.words(), one.view);
        for (std::size_t of = grids; of < figure.grids.size(); ++of)
            figure.grids[of].sheet = one.part->in_whole(figure.grids[of].sheet);
        if (one.is_open && count > 1)
            draw_frame(drawing, grown(box.cells, 0.15F * text), colours.accent, 0.12F * text);
    }
    draw_foot_of_heads(drawing, shown, name.form, {gap, figure.size.height - 0.5F * foot},
                       0.86F * text);
    return figure;
}

} // namespace attn::figure
