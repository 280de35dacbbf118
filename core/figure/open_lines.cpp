// SPDX-License-Identifier: MIT
#include "core/figure/open_lines.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// A length centred on a line, inside an area.
struct Opening {
    float from = 0, length = 0;
};
Opening opening_around(float middle, float length, float area_from, float area_length) {
    const float most = std::min(length, area_length);
    const float last = area_from + area_length - most;
    return {std::clamp(middle - most / 2, area_from, last), most};
}

/// Moves the key word's enlarged line beside the query word's if they would overlap: to its own
/// side, or to the other if the area ends. Returns nothing if there is no room.
std::optional<Opening> set_apart(const Opening& query, Opening key, bool is_after, float area_from,
                                 float area_length) {
    const float before = query.from - key.length, after = query.from + query.length;
    if (key.from >= after || key.from <= before)
        return key;
    const bool has_before = before >= area_from;
    const bool has_after = after + key.length <= area_from + area_length;
    if (!has_before && !has_after)
        return std::nullopt;
    key.from = has_after && (is_after || !has_before) ? after : before;
    return key;
}

/// The enlarged lines of both words along one side of the matrix.
struct Openings {
    std::optional<Opening> query, key;
};
Openings openings(const std::optional<Index>& query, const std::optional<Index>& key, float cell,
                  float length, float area_from, float area_length) {
    const auto open = [&](const std::optional<Index>& at) -> std::optional<Opening> {
        if (!at)
            return std::nullopt;
        const float middle = area_from + (static_cast<float>(*at) + 0.5F) * cell;
        return opening_around(middle, length, area_from, area_length);
    };
    Openings made{open(query), open(key)};
    if (made.query && made.key)
        made.key = query == key
                       ? std::nullopt
                       : set_apart(*made.query, *made.key, *key > *query, area_from, area_length);
    return made;
}

} // namespace

OpenLines open_lines(const SheetBox& box) {
    OpenLines open;
    const SheetLook& look = *box.look;
    if (!box.opens_lines || box.has_numbers)
        return open;
    const Rect& cells = box.cells;
    const float high = 1.5F * box.lengths.unit;
    // Wide enough for "0.00" or "−0.00"; in a narrow matrix no wider.
    const float number =
        (look.family == Family::Weights ? 2.45F : 3.46F) * box.lengths.least_digits;
    const float wide =
        std::clamp(0.22F * cells.width, number, std::max(number, 2.9F * box.lengths.unit));
    if (box.cell_height() < 0.7F * high) {
        const auto [query, key] =
            openings(look.query_row, look.key_row, box.cell_height(), high, cells.y, cells.height);
        if (query)
            open.query_row = {cells.x, query->from, cells.width, query->length};
        if (key)
            open.key_row = {cells.x, key->from, cells.width, key->length};
    }
    if (box.cell_width() < 0.5F * wide) {
        const auto [query, key] = openings(look.query_column, look.key_column, box.cell_width(),
                                           wide, cells.x, cells.width);
        if (query)
            open.query_column = {query->from, cells.y, query->length, cells.height};
        if (key)
            open.key_column = {key->from, cells.y, key->length, cells.height};
    }
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
