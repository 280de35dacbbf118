// SPDX-License-Identifier: MIT
#include "core/figure/figures.h"

#include "core/base/match.h"
#include "core/figure/canvas.h"
#include "core/figure/rich_text.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// Room enough to show the numbers of a small document; larger ones fit themselves into it.
CanvasOptions room_of(const HeatmapOptions& options, float least_width) {
    const float unit = options.text / 14;
    const float width = std::max(options.width, least_width * unit);
    const float share = options.most_height > 0 ? options.most_height / options.width : 0.5625F;
    return {{width, width * share}, 1, options.text, options.measure};
}

Rect magnified(Rect rect, float factor, Point by) {
    return {rect.x * factor + by.x, rect.y * factor + by.y, rect.width * factor,
            rect.height * factor};
}

Point magnified(Point point, float factor, Point by) {
    return {point.x * factor + by.x, point.y * factor + by.y};
}

} // namespace

std::vector<NamedFigure> figures(const Document& document) {
    std::vector<NamedFigure> list;
    list.push_back({"canvas", "The whole calculation",
                    [](const Document& of, const Trace& trace, const View& view,
                       const HeatmapOptions& options) {
                        return canvas(of, trace, view, room_of(options, 1500));
                    }});
    list.push_back({"query", "The query word: its scores, weights and output",
                    [](const Document& of, const Trace& trace, const View& view,
                       const HeatmapOptions& options) {
                        CanvasOptions room = room_of(options, 1150);
                        const auto lines = static_cast<float>(std::min<Index>(token_count(of), 24));
                        room.available.height = (lines + 3) * 1.9F * options.text;
                        return query_panel(of, trace, view, room);
                    }});
    for (const SheetId& sheet : sheets(document))
        list.push_back({to_text(sheet), std::string(info(sheet.stage).title),
                        [sheet](const Document& of, const Trace& trace, const View& view,
                                const HeatmapOptions& options) {
                            SheetId wanted = sheet;
                            wanted.query = view.query;
                            return heatmap_figure(of, trace, view, wanted, options);
                        }});
    return list;
}

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
