// SPDX-License-Identifier: MIT
#include "core/figure/magnified.h"

#include "core/base/match.h"

#include <algorithm>
#include <utility>

namespace attn::figure {
namespace {

Rect magnified(Rect rect, float factor, Point by) {
    return {rect.x * factor + by.x, rect.y * factor + by.y, rect.width * factor,
            rect.height * factor};
}

Point magnified(Point point, float factor, Point by) {
    return {point.x * factor + by.x, point.y * factor + by.y};
}

} // namespace

Figure magnified(Figure figure, float factor, Point by) {
    figure.size = {figure.size.width * factor, figure.size.height * factor};
    for (Shape& shape : figure.shapes)
        match(
            shape,
            [&](Box& box) {
                box.rect = magnified(box.rect, factor, by);
                box.stroke_width *= factor;
                box.radius *= factor;
            },
            [&](Line& line) {
                line.from = magnified(line.from, factor, by);
                line.to = magnified(line.to, factor, by);
                line.width *= factor;
            },
            [&](Polygon& polygon) {
                for (Point& point : polygon.points)
                    point = magnified(point, factor, by);
            },
            [&](Text& text) {
                text.at = magnified(text.at, factor, by);
                text.size *= factor;
            },
            [&](Image& image) { image.rect = magnified(image.rect, factor, by); });
    for (GridRegion& grid : figure.grids)
        grid.cells = magnified(grid.cells, factor, by);
    for (LabelRegion& label : figure.labels)
        label.rect = magnified(label.rect, factor, by);
    for (PlaceRegion& place : figure.places)
        place.rect = magnified(place.rect, factor, by);
    return figure;
}

Figure fitted(Figure figure, Size page) {
    const float factor = std::min(page.width / figure.size.width, page.height / figure.size.height);
    const Point corner{(page.width - figure.size.width * factor) / 2,
                       (page.height - figure.size.height * factor) / 2};
    figure = magnified(std::move(figure), factor, corner);
    figure.size = page;
    return figure;
}

} // namespace attn::figure
