// SPDX-License-Identifier: MIT
#include "core/figure/matrix_figure.h"

#include "core/figure/changes.h"
#include "core/figure/number_form.h"
#include "core/figure/pooled.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

Rect cell_of(const SheetBox& box, Index row, Index column) {
    const float width = box.cell_width(), height = box.cell_height();
    return {box.cells.x + static_cast<float>(column) * width,
            box.cells.y + static_cast<float>(row) * height, width, height};
}

/// The cells that can be seen, and a margin of one on each side.
CellPart visible_part(const Drawing& drawing, const SheetBox& box) {
    const Index rows = box.look->row_count(), columns = box.look->column_count();
    if (drawing.shows_all())
        return {0, 0, rows, columns};
    const auto at = [](float from, float cell, Index count) {
        return std::clamp(static_cast<Index>(std::floor(from / cell)), Index{0}, count);
    };
    const Rect& seen = drawing.visible;
    const float width = box.cell_width(), height = box.cell_height();
    const Index top = at(seen.y - box.cells.y - height, height, rows);
    const Index left = at(seen.x - box.cells.x - width, width, columns);
    const Index bottom = at(seen.bottom() - box.cells.y + 2 * height, height, rows);
    const Index right = at(seen.right() - box.cells.x + 2 * width, width, columns);
    return {top, left, std::max(Index{0}, bottom - top), std::max(Index{0}, right - left)};
}

bool is_image(const SheetBox& box, const CellPart& part) {
    return std::min(box.cell_width(), box.cell_height()) < least_cell ||
           part.rows * part.columns > most_boxes;
}

/// One pixel for each cell, or for each unit of the figure.
Rect image_rect(const SheetBox& box, const CellPart& part) {
    const Rect first = cell_of(box, part.row, part.column);
    if (part.rows == box.look->row_count() && part.columns == box.look->column_count())
        return box.cells;
    return {first.x, first.y, static_cast<float>(part.columns) * first.width,
            static_cast<float>(part.rows) * first.height};
}

MatrixImage image_of(const SheetBox& box, const CellPart& part, Rect rect) {
    return {box.look, part, static_cast<int>(rect.width), static_cast<int>(rect.height)};
}

/// The card on which people may write, or nothing.
void draw_card(Drawing& drawing, const SheetBox& box) {
    if (!box.look->is_input)
        return;
    const float by = std::clamp(0.22F * box.lengths.unit, 2.0F, 6.0F);
    const float stroke = 1.2F * drawing.theme.stroke;
    drawing.figure.shapes.emplace_back(Box{grown(box.cells, by), drawing.theme.editable,
                                           drawing.theme.editable_line, stroke, by + 2});
}

/// Two corners cut off in a strong colour: seen without reading colours.
void draw_non_finite_sign(Drawing& drawing, Rect cell) {
    const float side = 0.42F * std::min(cell.width, cell.height);
    const Colour sign = drawing.theme.error;
    drawing.figure.shapes.emplace_back(
        Polygon{{{cell.x, cell.y}, {cell.x + side, cell.y}, {cell.x, cell.y + side}}, sign});
    drawing.figure.shapes.emplace_back(Polygon{{{cell.right(), cell.bottom()},
                                                {cell.right() - side, cell.bottom()},
                                                {cell.right(), cell.bottom() - side}},
                                               sign});
}

void draw_number(Drawing& drawing, const SheetBox& box, Rect cell, Index row, Index column,
                 Colour fill, float digit) {
    const SheetLook& look = *box.look;
    std::string text = cell_text(look, row, column);
    const bool is_word = look.has_no_key(row, column) || !std::isfinite(look.value(row, column));
    const float middle = cell.x + cell.width / 2;
    const bool is_upper = look.changes &&
                          look.changes->at(look.place(row, column)) != Changes::Way::Same &&
                          has_room_for_both(cell.height, box.number_size);
    const float y = cell.y + (is_upper ? 0.34F : 0.5F) * cell.height;
    const TextStyle style{is_word ? Font::Sans : Font::Mono, box.number_size,
                          fill == drawing.theme.masked ? drawing.theme.masked_text
                          : look.is_dropped(row, column) || look.is_dimmed ? drawing.theme.dim_text
                                                                           : digit_colour(fill),
                          is_word ? Anchor::Centre : Anchor::Right};
    if (is_word) {
        draw_text(drawing, {middle, y}, text, style);
        return;
    }
    if (box.drops_decimals || look.reads_zero)
        text = narrowed(look, row, column, (cell.width - 1) / digit);
    // Decimal points stand below each other; the sign takes from the room on the left.
    const auto aligned = aligned_end(look, text, digit);
    const float right = middle + aligned.value_or(0) + 0.4F * digit;
    // Where that would leave the cell, as a long number or one without decimals may, it is centred.
    const float width = digit * static_cast<float>(character_count(text));
    if (!aligned || right > cell.right() || right - width < cell.x) {
        draw_text(drawing, {middle, y}, text,
                  {style.font, style.size, style.colour, Anchor::Centre});
        return;
    }
    draw_text(drawing, {right, y}, text, style);
}

/// A cell that has nothing to say here.
void draw_blank(Drawing& drawing, Rect cell, float radius) {
    const Theme& theme = drawing.theme;
    drawing.figure.shapes.emplace_back(Box{cell, theme.background, theme.line, 1, radius});
}

void draw_cells(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    const Theme& theme = drawing.theme;
    const CellPart part = visible_part(drawing, box);
    if (part.rows == 0 || part.columns == 0)
        return;
    if (is_image(box, part)) {
        const Rect rect = image_rect(box, part);
        if (look.is_blank)
            draw_blank(drawing, rect, 0);
        else
            drawing.figure.shapes.emplace_back(
                Image{rect, pooled(image_of(box, part, rect), theme)});
        return;
    }
    const float side = std::min(box.cell_width(), box.cell_height());
    const float gap = std::clamp(0.07F * side, 0.8F, 3.0F);
    const float radius =
        look.is_input ? std::min(4.0F, 0.16F * side) : std::min(1.5F, 0.06F * side);
    const float digit = box.has_numbers ? drawing.measure("0", Font::Mono, box.number_size) : 0;
    for (Index row = part.row; row < part.row + part.rows; ++row)
        for (Index column = part.column; column < part.column + part.columns; ++column) {
            const Rect cell = grown(cell_of(box, row, column), -gap / 2);
            if (look.is_blank_at(row, column)) {
                draw_blank(drawing, cell, radius);
                continue;
            }
            Colour fill = cell_colour(look, theme, row, column);
            const bool is_bad = fill == non_finite;
            if (is_bad)
                fill = theme.error_background;
            Box shape{cell, fill, transparent, 0, radius};
            if (is_bad) {
                shape.stroke = theme.error;
                shape.stroke_width = 1.5F * theme.stroke;
            } else if (!look.is_input && contrast(fill, theme.background) < 1.15) {
                shape.stroke = theme.line; // else it could not be told from the background
                shape.stroke_width = 1;
            }
            drawing.figure.shapes.emplace_back(shape);
            if (is_bad)
                draw_non_finite_sign(drawing, cell);
            if (fill == theme.masked)
                draw_masked_sign(drawing, cell, box.has_numbers);
            if (box.has_numbers)
                draw_number(drawing, box, cell, row, column, fill, digit);
            if (look.changes)
                draw_change(drawing, look, row, column, cell, fill,
                            box.has_numbers ? box.number_size : 0);
        }
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
        const float y = cell_of(box, row, 0).y + box.cell_height() / 2;
        const RowSum sum = row_sum(look, row);
        draw_text(drawing, {x, y}, (sum.is_rounding_off ? "≈" : "=") + sum.text,
                  {Font::Mono, size, sum.is_rounding_off ? theme.accent_text : theme.dim_text});
    }
}

/// The same below the columns, where words are columns.
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
        const Rect cell = cell_of(box, 0, column);
        const RowSum sum = row_sum(look, column);
        draw_text(drawing, {cell.x + cell.width / 2, y},
                  (sum.is_rounding_off ? "≈" : "=") + sum.text,
                  {Font::Mono, size, sum.is_rounding_off ? theme.accent_text : theme.dim_text,
                   Anchor::Centre});
    }
}

/// Cells that lie together in one row or one column.
struct CellBlock {
    Index row = 0, column = 0, last_row = 0, last_column = 0;
};

/// The fewest blocks that hold the cells, if they lie in rows or in columns: what lights up is a
/// row of one matrix and a column of another, and one frame around each is read at a glance.
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

/// The query row and the key row or column, the lit cells and the cell with the focus.
void draw_marks(Drawing& drawing, const SheetBox& box, const View& view) {
    const SheetLook& look = *box.look;
    const Theme& theme = drawing.theme;
    float width = std::clamp(0.15F * box.lengths.unit, 1.5F, 4.5F) * theme.stroke;
    if (box.has_numbers) // thin enough to leave the numbers around it whole
        width = std::min(width, 0.11F * std::min(box.cell_width(), box.cell_height()));
    const Index last_row = look.row_count() - 1, last_column = look.column_count() - 1;
    const auto span = [&](Index row, Index column, Index to_row, Index to_column) {
        const Rect first = cell_of(box, row, column), last = cell_of(box, to_row, to_column);
        return Rect{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
    };
    if (look.key_column)
        draw_frame(drawing, span(0, *look.key_column, last_row, *look.key_column), theme.key,
                   width);
    if (look.key_row)
        draw_frame(drawing, span(*look.key_row, 0, *look.key_row, last_column), theme.key, width);
    if (look.query_row)
        draw_frame(drawing, span(*look.query_row, 0, *look.query_row, last_column), theme.query,
                   width);
    if (look.query_column)
        draw_frame(drawing, span(0, *look.query_column, last_row, *look.query_column), theme.query,
                   width);
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
        return cell_of(box, row, column);
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

void make_images(const Drawing& drawing, const std::vector<SheetBox>& boxes) {
    std::vector<MatrixImage> pictures;
    for (const SheetBox& box : boxes) {
        const CellPart part = visible_part(drawing, box);
        if (part.rows > 0 && part.columns > 0 && is_image(box, part) && !box.look->is_blank)
            pictures.push_back(image_of(box, part, image_rect(box, part)));
    }
    make_matrix_images(pictures, drawing.theme);
}

void draw_matrix(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words,
                 const View& view) {
    const SheetLook& look = *box.look;
    if (box.has_header)
        draw_matrix_header(drawing, box);
    if (look.row_count() > 0 && look.column_count() > 0) {
        draw_card(drawing, box);
        draw_cells(drawing, box);
        draw_marks(drawing, box, view);
        if (box.has_labels)
            draw_labels(drawing, box, words);
        draw_row_sums(drawing, box);
        draw_column_sums(drawing, box);
        if (box.has_colour_bar)
            draw_colour_bar(drawing, box);
    }
    drawing.figure.grids.push_back({look.id, box.cells, look.row_count(), look.column_count(),
                                    look.first_row, look.first_column, look.is_transposed});
}

} // namespace attn::figure
