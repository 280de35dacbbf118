// SPDX-License-Identifier: MIT
#include "core/figure/pages/lens_page.h"

#include "core/base/covered.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/table.h"
#include "core/document/telling/lens.h"
#include "core/document/telling/step_words.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/cell_grid.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// What the layer says after one word; "?" if a probability is covered.
GridCell said_cell(const Document& document, const Vector& shares, const ColourScale& scale,
                   const NumberFormat& numbers) {
    GridCell cell;
    cell.font = Font::Bold;
    if (!shares.allFinite()) {
        const Real unknown = has_covered(shares) ? covered_number : shares.sum();
        cell.fill = colour(scale, unknown);
        cell.text = spoken(unknown, numbers);
        return cell;
    }
    Index word = 0;
    const Real share = shares.maxCoeff(&word);
    cell.fill = colour(scale, share);
    cell.text = visible_word(output_words(document)[static_cast<std::size_t>(word)]);
    cell.below = spoken(share, numbers);
    return cell;
}

CellGrid grid_of_layers(const Document& document, const Trace& trace, const View& view) {
    const std::vector<Matrix> said = said_after_layers(document, trace);
    const Contents shown = contents(document, trace, view, SheetId{Stage("probabilities")});
    CellGrid grid;
    grid.title = "What each layer would say next, by ";
    if (has_stage(document, Stage("norm_f")))
        grid.title += "the final norm and ";
    grid.title += "the table " + std::string(table_of_logits(document).name());
    for (const std::string& word : document.tokens)
        grid.columns.push_back(visible_word(word));
    for (Index layer = 0; layer < layer_count(document); ++layer) {
        const SheetId sheet{Stage("block"), 0, 0, layer};
        grid.rows.push_back("layer " + std::to_string(layer) +
                            (is_given_stage(document, sheet) ? ", given" : ""));
        const Matrix& shares = said[static_cast<std::size_t>(layer)];
        const NumberFormat numbers = format_of(shares, view.numbers);
        for (Index word = 0; word < shares.rows(); ++word) {
            GridCell cell =
                said_cell(document, shares.row(word), shown.sheets.front().scale, numbers);
            cell.opens.layer = layer;
            cell.opens.query = word;
            grid.cells.push_back(std::move(cell));
        }
    }
    grid.chosen_row = view.layer;
    grid.chosen_column = view.query;
    grid.is_chosen_query = true;
    return grid;
}

} // namespace

Figure lens_page(const Document& document, const Trace& trace, const View& asked,
                 const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const float margin = options.text * options.zoom;
    CellGrid grid = grid_of_layers(document, trace, view);
    grid.title_letters = margin;
    if (options.is_picture)
        grid.small_letters = 1;
    Size room{options.available.width - 2 * margin, options.available.height - 2 * margin};
    const float unit = letters_to_fill(grid, margin, room, options.measure);
    GridSize size = size_of_grid(grid, unit, room.width, options.measure);
    if (room.height > 0 && !fits_in(size.height, room.height)) {
        room.width -= scroll_bar * options.text;
        size = size_of_grid(grid, unit, room.width, options.measure);
    }
    Figure figure;
    figure.background = colours.background;
    const float across = room.width + 2 * margin, down = options.available.height;
    figure.size = {std::max(snug(size.width + 2 * margin, across), across),
                   std::max(snug(size.height + 2 * margin, down), down)};
    Drawing drawing{figure, colours, options.measure, options.visible};
    draw_grid(drawing, grid, {margin, margin}, size, unit);
    return figure;
}

} // namespace attn::figure
