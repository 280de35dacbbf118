// SPDX-License-Identifier: MIT
#include "core/figure/canvas/place_rect.h"

#include "core/document/model/sheet.h"

#include <algorithm>

namespace attn::figure {
namespace {

Rect joined(const Rect& a, const Rect& b) {
    const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

} // namespace

std::optional<Rect> place_rect(const Figure& canvas, const Document& document,
                               const Region& place) {
    const auto cells = cells_of(document, place);
    if (!cells)
        return std::nullopt;
    const auto rect = [&](Index row, Index column) {
        return cell_rect(canvas, shown_place(document, {cells->sheet, row, column}));
    };
    const auto first = rect(cells->row, cells->column);
    const auto last = rect(cells->row + cells->rows - 1, cells->column + cells->columns - 1);
    if (!first || !last)
        return std::nullopt;
    return joined(*first, *last);
}

} // namespace attn::figure
