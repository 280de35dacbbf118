// SPDX-License-Identifier: MIT
#include "core/figure/base/figure.h"

#include <algorithm>
#include <utility>

namespace attn::figure {
namespace {

Index step(float from_edge, float length, Index count) {
    const auto at = static_cast<Index>(from_edge / length * static_cast<float>(count));
    return std::clamp<Index>(at, 0, count - 1);
}

} // namespace

Hit hit(const Figure& figure, Point point) {
    Hit found;
    for (auto region = figure.places.rbegin(); region != figure.places.rend(); ++region)
        if (region->rect.contains(point)) {
            found.place = region->place;
            return found;
        }
    for (auto region = figure.grids.rbegin(); region != figure.grids.rend(); ++region) {
        if (!region->cells.contains(point) || region->rows == 0 || region->columns == 0)
            continue;
        const Index row = step(point.y - region->cells.y, region->cells.height, region->rows);
        const Index column = step(point.x - region->cells.x, region->cells.width, region->columns);
        found.place = Place{region->sheet, region->first_row + row, region->first_column + column};
        if (region->is_transposed)
            std::swap(found.place->row, found.place->column);
        return found;
    }
    for (auto label = figure.labels.rbegin(); label != figure.labels.rend(); ++label)
        if (label->rect.contains(point)) {
            const Index at = label->is_down
                                 ? step(point.y - label->rect.y, label->rect.height, label->count)
                                 : step(point.x - label->rect.x, label->rect.width, label->count);
            found.label = one_of(*label, at);
            return found;
        }
    for (const GivenRegion& given : figure.given)
        if (given.rect.contains(point)) {
            found.given = given;
            return found;
        }
    for (auto title = figure.titles.rbegin(); title != figure.titles.rend(); ++title)
        if (title->rect.contains(point)) {
            found.title = title->sheet;
            return found;
        }
    for (const OpeningRegion& opening : figure.openings)
        if (opening.rect.contains(point)) {
            found.opening = opening;
            return found;
        }
    return found;
}

LabelRegion one_of(LabelRegion labels, Index which) {
    const auto count = static_cast<float>(labels.count), at = static_cast<float>(which);
    if (labels.is_down)
        labels.rect = {labels.rect.x, labels.rect.y + at * labels.rect.height / count,
                       labels.rect.width, labels.rect.height / count};
    else
        labels.rect = {labels.rect.x + at * labels.rect.width / count, labels.rect.y,
                       labels.rect.width / count, labels.rect.height};
    labels.at += which;
    labels.count = 1;
    return labels;
}

std::optional<Rect> cell_rect(const Figure& figure, const Place& place) {
    for (const GridRegion& region : figure.grids) {
        if (region.sheet != place.sheet)
            continue;
        const bool is_turned = region.is_transposed;
        const Index row = (is_turned ? place.column : place.row) - region.first_row;
        const Index column = (is_turned ? place.row : place.column) - region.first_column;
        if (row < 0 || column < 0 || row >= region.rows || column >= region.columns)
            continue;
        const Rect& cells = region.cells;
        const float width = cells.width / static_cast<float>(region.columns);
        const float height = cells.height / static_cast<float>(region.rows);
        return Rect{cells.x + static_cast<float>(column) * width,
                    cells.y + static_cast<float>(row) * height, width, height};
    }
    return std::nullopt;
}

} // namespace attn::figure
