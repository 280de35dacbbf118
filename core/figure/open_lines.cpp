// SPDX-License-Identifier: MIT
#include "core/figure/open_lines.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// A length around the middle of another, within an area.
struct Opening {
    float from = 0, length = 0;
};
Opening opening_around(float middle, float length, float area_from, float area_length) {
    const float most = std::min(length, area_length);
    const float last = area_from + area_length - most;
    return {std::clamp(middle - most / 2, area_from, last), most};
}

} // namespace

OpenLines open_lines(const SheetBox& box) {
    OpenLines open;
    const SheetLook& look = *box.look;
    if (!box.opens_lines || box.has_numbers)
        return open;
    const float high = 1.5F * box.lengths.unit, wide = 2.9F * box.lengths.unit;
    const Rect& cells = box.cells;
    const auto row = [&](const std::optional<Index>& at) -> std::optional<Rect> {
        if (!at || box.cell_height() >= 0.7F * high)
            return std::nullopt;
        const float middle = cells.y + (static_cast<float>(*at) + 0.5F) * box.cell_height();
        const Opening opening = opening_around(middle, high, cells.y, cells.height);
        return Rect{cells.x, opening.from, cells.width, opening.length};
    };
    const auto column = [&](const std::optional<Index>& at) -> std::optional<Rect> {
        if (!at || box.cell_width() >= 0.5F * wide)
            return std::nullopt;
        const float middle = cells.x + (static_cast<float>(*at) + 0.5F) * box.cell_width();
        const Opening opening = opening_around(middle, wide, cells.x, cells.width);
        return Rect{opening.from, cells.y, opening.length, cells.height};
    };
    open.query_row = row(look.query_row);
    open.key_row = row(look.key_row);
    open.query_column = column(look.query_column);
    open.key_column = column(look.key_column);
    // Beside that of the query word the other stays as it is.
    if (open.query_row && open.key_row && open.key_row->y < open.query_row->bottom() &&
        open.query_row->y < open.key_row->bottom())
        open.key_row.reset();
    if (open.query_column && open.key_column && open.key_column->x < open.query_column->right() &&
        open.query_column->x < open.key_column->right())
        open.key_column.reset();
    return open;
}

Rect drawn_cell(const SheetBox& box, const OpenLines& open, Index row, Index column) {
    const SheetLook& look = *box.look;
    const float width = box.cell_width(), height = box.cell_height();
    Rect cell{box.cells.x + static_cast<float>(column) * width,
              box.cells.y + static_cast<float>(row) * height, width, height};
    const auto is_at = [](const std::optional<Rect>& line, const std::optional<Index>& at,
                          Index here) { return line && at == here; };
    for (const auto& [line, at] :
         {std::pair(open.key_row, look.key_row), std::pair(open.query_row, look.query_row)})
        if (is_at(line, at, row)) {
            cell.y = line->y;
            cell.height = line->height;
        }
    for (const auto& [line, at] : {std::pair(open.query_column, look.query_column),
                                   std::pair(open.key_column, look.key_column)})
        if (is_at(line, at, column)) {
            cell.x = line->x;
            cell.width = line->width;
        }
    return cell;
}

} // namespace attn::figure
