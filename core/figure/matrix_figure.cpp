// SPDX-License-Identifier: MIT
#include "core/figure/matrix_figure.h"

#include "core/figure/changes.h"
#include "core/figure/matrix_cells.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

/// Draws the card that marks an input as editable. Draws nothing for other matrices.
void draw_card(Drawing& drawing, const SheetBox& box) {
    if (!box.look->is_input)
        return;
    const float by = std::clamp(0.22F * box.lengths.unit, 2.0F, 6.0F);
    const float stroke = 1.2F * drawing.theme.stroke;
    drawing.figure.shapes.emplace_back(Box{grown(box.cells, by), drawing.theme.editable,
                                           drawing.theme.editable_line, stroke, by + 2});
}

void draw_row_sums(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    if (!look.has_row_sums || !look.remarks.empty())
        return;
    const float size = box.has_numbers
                           ? box.number_size
                           : std::min(box.lengths.least_digits, 0.79F * box.cell_height());
    const float x = box.cells.right() + 0.8F * size;
    const Theme& theme = drawing.theme;
    draw_text(drawing, {x, box.cells.y - 0.55F * box.lengths.label_line()}, "Σ",
              {Font::Sans, box.lengths.small_size(), theme.dim_text});
    if (size < box.lengths.least_digits)
        return;
    const CellPart part = visible_part(drawing, box);
    for (Index row = part.row; row < part.row + part.rows; ++row) {
        const float y = cell_in(box, row, 0).y + box.cell_height() / 2;
        const RowSum sum = row_sum(look, row);
        draw_text(drawing, {x, y}, (sum.is_rounding_off ? "≈" : "=") + sum.text,
                  {Font::Mono, size, sum.is_rounding_off ? theme.accent_text : theme.dim_text});
    }
}

/// Writes the sums below the columns, if words are columns.
void draw_column_sums(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    if (!look.has_column_sums || !look.remarks.empty())
        return;
    const float around = look.range.low < 0 ? 2.6F : 1.6F; // the mark, a sign and a little air
    const float room = box.cell_width() / (static_cast<float>(look.characters) + around) /
                       drawing.measure("0", Font::Mono, 1);
    const float size = std::min({box.lengths.number_size(), box.lengths.sum_line(), room});
    const float y = box.cells.bottom() + 0.5F * box.lengths.sum_line();
    const Theme& theme = drawing.theme;
    draw_text(drawing, {box.cells.x - box.lengths.label_gap(), y}, "Σ",
              {Font::Sans, box.lengths.small_size(), theme.dim_text, Anchor::Right});
    if (size < box.lengths.least_digits)
        return;
    for (Index column = 0; column < look.column_count(); ++column) {
        const Rect cell = cell_in(box, 0, column);
        const RowSum sum = row_sum(look, column);
        draw_text(drawing, {cell.x + cell.width / 2, y},
                  (sum.is_rounding_off ? "≈" : "=") + sum.text,
                  {Font::Mono, size, sum.is_rounding_off ? theme.accent_text : theme.dim_text,
                   Anchor::Centre});
    }
}

/// Neighbouring cells of one row or one column.
struct CellBlock {
    Index row = 0, column = 0, last_row = 0, last_column = 0;
};

/// Groups the cells into the fewest blocks, by rows or by columns: highlighted cells are a row of
/// one matrix and a column of another, which one frame each makes visible at a glance.
std::vector<CellBlock> blocks(std::vector<std::pair<Index, Index>> cells) {
    std::set<Index> rows, columns;
    for (const auto& [row, column] : cells) {
        rows.insert(row);
        columns.insert(column);
    }
    const bool is_by_rows = rows.size() <= columns.size();
    std::sort(cells.begin(), cells.end(), [&](const auto& a, const auto& b) {
        return is_by_rows ? a < b : std::pair(a.second, a.first) < std::pair(b.second, b.first);
    });
    std::vector<CellBlock> list;
    for (const auto& [row, column] : cells) {
        CellBlock* last = list.empty() ? nullptr : &list.back();
        if (last && is_by_rows && last->row == row && last->last_column + 1 == column)
            last->last_column = column;
        else if (last && !is_by_rows && last->column == column && last->last_row + 1 == row)
            last->last_row = row;
        else
            list.push_back({row, column, row, column});
    }
    return list;
}

/// Frames the query row, the key row or column, the highlighted cells, the largest change, and the
/// cells that are pointed at or selected.
void draw_marks(Drawing& drawing, const SheetBox& box, const OpenLines& open, const View& view) {
    const SheetLook& look = *box.look;
    const Theme& theme = drawing.theme;
    float width = std::clamp(0.15F * box.lengths.unit, 1.5F, 4.5F) * theme.stroke;
    if (box.has_numbers) // thin enough not to cover the numbers
        width = std::min(width, 0.11F * std::min(box.cell_width(), box.cell_height()));
    const Index last_row = look.row_count() - 1, last_column = look.column_count() - 1;
    const auto span = [&](Index row, Index column, Index to_row, Index to_column) {
        const Rect first = drawn_cell(box, open, row, column);
        const Rect last = drawn_cell(box, open, to_row, to_column);
        return Rect{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
    };
    const auto frame = [&](const std::optional<Rect>& opened, Rect line, Colour colour) {
        draw_frame(drawing, opened.value_or(line), colour, width);
    };
    // A thin line of the key word may be hidden below the enlarged line of the query word beside
    // it.
    const bool is_column_hidden =
        open.query_column && !open.key_column && look.key_column != look.query_column;
    const bool is_row_hidden = open.query_row && !open.key_row && look.key_row != look.query_row;
    if (look.key_column && !is_column_hidden)
        frame(open.key_column, span(0, *look.key_column, last_row, *look.key_column), theme.key);
    if (look.key_row && !is_row_hidden)
        frame(open.key_row, span(*look.key_row, 0, *look.key_row, last_column), theme.key);
    if (look.query_row)
        frame(open.query_row, span(*look.query_row, 0, *look.query_row, last_column), theme.query);
    if (look.query_column)
        frame(open.query_column, span(0, *look.query_column, last_row, *look.query_column),
              theme.query);
    const auto drawn_at = [&](const Place& place) {
        return std::pair((look.is_transposed ? place.column : place.row) - look.first_row,
                         (look.is_transposed ? place.row : place.column) - look.first_column);
    };
    const auto has = [&](const Place& place) {
        const auto [row, column] = drawn_at(place);
        return place.sheet == look.id && row >= 0 && row <= last_row && column >= 0 &&
               column <= last_column;
    };
    const auto cell_at = [&](const Place& place) {
        const auto [row, column] = drawn_at(place);
        return drawn_cell(box, open, row, column);
    };
    std::vector<std::pair<Index, Index>> lit;
    for (const Place& place : view.marked)
        if (has(place))
            lit.push_back(drawn_at(place));
    for (const CellBlock& block : blocks(std::move(lit)))
        draw_frame(drawing, span(block.row, block.column, block.last_row, block.last_column),
                   theme.mark, width);
    if (look.chosen && has(*look.chosen))
        draw_frame(drawing, grown(cell_at(*look.chosen), 0.6F * width), theme.mark, 1.3F * width);
    if (look.changes && look.changes->count > 1 && has(*look.changes->largest))
        draw_frame(drawing, cell_at(*look.changes->largest), theme.text, 0.7F * width);
    if (view.pointed && has(*view.pointed))
        draw_frame(drawing, cell_at(*view.pointed), theme.accent, width);
    if (view.selected && has(*view.selected))
        draw_frame(drawing, cell_at(*view.selected), theme.accent, 1.6F * width);
    const auto range = selection(view);
    if (range && range->sheet == look.id && range->rows * range->columns > 1) {
        const Index first = std::max<Index>(range->row - look.first_row, 0);
        const Index last = std::min(range->row + range->rows - 1 - look.first_row, last_row);
        if (first <= last)
            draw_frame(drawing,
                       span(first, range->column, last,
                            std::min(range->column + range->columns - 1, last_column)),
                       theme.accent, 1.6F * width);
    }
}

} // namespace

void draw_matrix(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words,
                 const View& view) {
    const SheetLook& look = *box.look;
    drawing.figure.grids.push_back({look.id, box.cells, look.row_count(), look.column_count(),
                                    look.first_row, look.first_column, look.is_transposed});
    if (box.has_header)
        draw_matrix_header(drawing, box);
    if (look.row_count() > 0 && look.column_count() > 0) {
        draw_card(drawing, box);
        const OpenLines open = open_lines(box);
        draw_matrix_cells(drawing, box);
        draw_open_lines(drawing, box, open);
        draw_marks(drawing, box, open, view);
        if (box.has_labels)
            draw_labels(drawing, box, words);
        draw_row_sums(drawing, box);
        draw_column_sums(drawing, box);
        if (box.has_colour_bar)
            draw_colour_bar(drawing, box);
    }
}

} // namespace attn::figure
