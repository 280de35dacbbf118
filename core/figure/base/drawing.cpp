// SPDX-License-Identifier: MIT
#include "core/figure/base/drawing.h"

#include "core/base/match.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace attn::figure {

float draw_text(Drawing& drawing, Point at, std::string text, const TextStyle& style) {
    if (text.empty())
        return 0;
    const float width = rich_width(text, style.font, style.size, drawing.measure);
    drawing.figure.shapes.emplace_back(
        Text{at, std::move(text), style.font, style.size, style.colour, style.anchor});
    return width;
}

void draw_frame(Drawing& drawing, Rect rect, Colour colour, float width) {
    constexpr float casing = 1;
    const Rect outer = grown(rect, 0.6F * width);
    drawing.figure.shapes.emplace_back(Box{grown(outer, casing), transparent,
                                           drawing.theme.background, width + 2 * casing,
                                           width + 2});
    drawing.figure.shapes.emplace_back(Box{outer, transparent, colour, width, width + 1});
}

void draw_dashed_frame(Drawing& drawing, Rect rect, Colour colour, float width) {
    const float dash = 3 * width, step = 5 * width;
    for (float x = rect.x; x < rect.right(); x += step)
        for (const float y : {rect.y, rect.bottom()})
            draw_line(drawing, {x, y}, {std::min(x + dash, rect.right()), y}, colour, width);
    for (float y = rect.y; y < rect.bottom(); y += step)
        for (const float x : {rect.x, rect.right()})
            draw_line(drawing, {x, y}, {x, std::min(y + dash, rect.bottom())}, colour, width);
}

void draw_line(Drawing& drawing, Point from, Point to, Colour colour, float width) {
    drawing.figure.shapes.emplace_back(Line{from, to, colour, width});
}

void draw_arrow(Drawing& drawing, Point from, float length, Colour colour, float width) {
    const float head = 2.2F * width + 3;
    const float tip = from.x + length;
    draw_line(drawing, from, {tip - head, from.y}, colour, width);
    drawing.figure.shapes.emplace_back(Polygon{
        {{tip, from.y}, {tip - head, from.y - head * 0.6F}, {tip - head, from.y + head * 0.6F}},
        colour});
}

void draw_masked_sign(Drawing& drawing, Rect cell, bool has_text) {
    const Theme& theme = drawing.theme;
    const Colour colour = mix(theme.masked, theme.masked_text, 0.4F);
    const Point from{cell.x, cell.bottom()}, to{cell.right(), cell.y};
    const auto along = [&](float part) {
        return Point{from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    };
    if (!has_text) {
        draw_line(drawing, from, to, colour, theme.stroke);
        return;
    }
    draw_line(drawing, from, along(0.22F), colour, theme.stroke);
    draw_line(drawing, along(0.78F), to, colour, theme.stroke);
}

Rect grown(Rect rect, float by) {
    return {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

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
    for (TitleRegion& title : figure.titles)
        title.rect = magnified(title.rect, factor, by);
    for (GivenRegion& given : figure.given)
        given.rect = magnified(given.rect, factor, by);
    for (OpeningRegion& opening : figure.openings)
        opening.rect = magnified(opening.rect, factor, by);
    return figure;
}

void append(Figure& to, Figure figure) {
    const auto add = [](auto& list, auto& more) {
        list.insert(list.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
    };
    add(to.shapes, figure.shapes);
    add(to.grids, figure.grids);
    add(to.labels, figure.labels);
    add(to.places, figure.places);
    add(to.titles, figure.titles);
    add(to.given, figure.given);
    add(to.openings, figure.openings);
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
