// SPDX-License-Identifier: MIT
#include "core/figure/map_figure.h"

#include "core/base/grid.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/principal.h"
#include "core/figure/drawing.h"
#include "core/figure/map_points.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

/// The words and their rows, as rows of one matrix.
struct PointRows {
    std::vector<MapPoint> points;
    Matrix numbers;
};

std::vector<Stage> stages_of(MapOf of) {
    switch (of) {
    case MapOf::X:
        return {Stage::X};
    case MapOf::Q:
        return {Stage::Q};
    case MapOf::K:
        return {Stage::K};
    case MapOf::QAndK:
        break;
    }
    return {Stage::Q, Stage::K};
}

std::string title_of(MapOf of) {
    constexpr std::array<const char*, 4> titles{"X", "Q", "K", "Q and K"};
    return titles.at(static_cast<std::size_t>(of));
}

std::string share_text(Real share) {
    return number_text(100 * share, {NumberFormat::Kind::Significant, 3}) + " %";
}

MapAxes columns_of(const Matrix& rows, Index across, Index up) {
    MapAxes axes{Matrix::Zero(rows.cols(), across == up ? 1 : 2),
                 "→ column " + std::to_string(across)};
    axes.directions(across, 0) = 1;
    if (across != up) {
        axes.directions(up, 1) = 1;
        axes.said += ", ↑ column " + std::to_string(up);
    }
    return axes;
}

MapAxes axes_of(const Matrix& rows, const MapOptions& options) {
    if (rows.cols() == 1) {
        MapAxes axes = columns_of(rows, 0, 0);
        axes.said += ", the only one";
        return axes;
    }
    if (options.columns)
        return columns_of(rows, std::clamp<Index>(options.columns->first, 0, rows.cols() - 1),
                          std::clamp<Index>(options.columns->second, 0, rows.cols() - 1));
    const PrincipalDirections found = principal_directions(rows);
    if (found.count == 0) {
        MapAxes axes = columns_of(rows, 0, 1);
        axes.said += "; all points are equal, so no direction has any variance";
        return axes;
    }
    std::string said = "→ " + share_text(found.share[0]);
    if (found.count > 1)
        said += ", ↑ " + share_text(found.share[1]);
    said += " of the variance: principal direction" + std::string(found.count > 1 ? "s" : "");
    if (found.count == 1)
        said += "; there is no other";
    return {found.directions, said};
}

PointRows rows_of(const Document& document, const Trace& trace, const View& view, MapOf of) {
    PointRows rows;
    for (const Stage stage : stages_of(of)) {
        const SheetId sheet = sheet_of_head(document, stage, view.head);
        const Matrix one = matrix_of(document, trace, sheet);
        rows.numbers.conservativeResize(rows.numbers.rows() + one.rows(), one.cols());
        rows.numbers.bottomRows(one.rows()) = one;
        const std::vector<std::string> names = row_names(document, sheet);
        for (Index row = 0; row < one.rows(); ++row) {
            const bool is_of_keys = stage == Stage::K;
            rows.points.push_back({visible_word(names[static_cast<std::size_t>(row)]),
                                   {sheet, row, 0},
                                   0,
                                   0,
                                   !is_of_keys && row == view.query,
                                   is_of_keys && view.key == row,
                                   is_of_keys});
        }
    }
    return rows;
}

bool can_be_drawn(const Matrix& rows) {
    constexpr Real most = 1e100; // squares of larger numbers could overflow
    return rows.allFinite() && rows.cwiseAbs().maxCoeff() < most;
}

void place_points(PointRows& rows, const MapAxes& axes) {
    const Matrix at = rows.numbers * axes.directions;
    for (std::size_t point = 0; point < rows.points.size(); ++point) {
        rows.points[point].x = at(static_cast<Index>(point), 0);
        rows.points[point].y = at.cols() > 1 ? at(static_cast<Index>(point), 1) : 0;
    }
}

/// Fits axes to the rows and places the points by them.
MapAxes fitted_axes(PointRows& rows, const MapOptions& options) {
    MapAxes axes = axes_of(rows.numbers, options);
    place_points(rows, axes);
    for (const MapPoint& point : rows.points) { // zero is always visible
        axes.left = std::min(axes.left, point.x);
        axes.right = std::max(axes.right, point.x);
        axes.bottom = std::min(axes.bottom, point.y);
        axes.top = std::max(axes.top, point.y);
    }
    return axes;
}

/// Leaves room for names around the outermost points.
MapPlot plot_of(const MapAxes& axes, Rect plot, float text) {
    const Real widest = std::max(axes.right - axes.left, axes.top - axes.bottom);
    const Real least = widest > 0 ? 1e-3 * widest : 1;
    const Real scale = std::min(static_cast<Real>(std::max(text, plot.width - 9 * text)) /
                                    std::max(axes.right - axes.left, least),
                                static_cast<Real>(std::max(text, plot.height - 3 * text)) /
                                    std::max(axes.top - axes.bottom, least));
    return {
        axes, plot,
        Point{plot.x + plot.width / 2 - static_cast<float>((axes.left + axes.right) / 2 * scale),
              plot.y + plot.height / 2 + static_cast<float>((axes.bottom + axes.top) / 2 * scale)},
        scale};
}

/// Draws the map into the area. Returns its plot, or nothing if the numbers cannot be drawn.
std::optional<MapPlot> draw_map(Drawing& drawing, const Document& document, const Trace& trace,
                                const View& view, const MapOptions& options, Rect area,
                                float text) {
    const Theme& colours = drawing.theme;
    PointRows rows = rows_of(document, trace, view, options.of);
    std::optional<MapPlot> plot;
    Rect inner{area.x + 4 * text, area.y + 1.8F * text, area.width - 4.5F * text,
               area.height - 3.6F * text};
    if (can_be_drawn(rows.numbers)) {
        const bool keeps = options.axes && options.axes->directions.rows() == rows.numbers.cols();
        const MapAxes axes = keeps ? *options.axes : fitted_axes(rows, options);
        plot = plot_of(axes, inner, text);
        const float beyond = room_of_ticks(*plot, text, drawing.measure) - 4 * text;
        if (beyond > 0) { // powers of ten need more room
            inner.x += beyond;
            inner.width -= beyond;
            plot = plot_of(axes, inner, text);
        }
        if (keeps && !options.columns) // The shares of the variance no longer apply.
            plot->axes.said = "the axes stay while a number changes";
        place_points(rows, plot->axes);
    }
    const float size = 0.86F * text, margin = 0.5F * text;
    const Point at{area.x + margin, area.y + 0.9F * text};
    const float wide =
        draw_text(drawing, at, title_of(options.of), {Font::Bold, size, colours.text});
    const float from = margin + wide + text;
    const std::string said =
        plot ? plot->axes.said : "some numbers are not finite or too large to be drawn";
    draw_text(
        drawing, {area.x + from, at.y},
        escape(shortened(said, area.width - from - margin, Font::Sans, size, drawing.measure)),
        {Font::Sans, size, colours.dim_text});
    if (!plot || inner.width <= 4 * text || inner.height <= 2 * text)
        return std::nullopt;
    draw_points(drawing, rows.points, *plot, text);
    return plot;
}

} // namespace

bool has_map(const Document& document, MapOf of) {
    const std::vector<Stage> stages = stages_of(of);
    if (!std::all_of(stages.begin(), stages.end(),
                     [&](Stage stage) { return has_stage(document, stage); }))
        return false;
    // Rows of different length have no common plane.
    return shape_of(document, {stages.front(), 0, 0}).columns ==
           shape_of(document, {stages.back(), 0, 0}).columns;
}

Figure map_figure(const Document& document, const Trace& trace, const View& asked,
                  const MapOptions& options, Size available, float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = {available.width,
                   available.height > 0 ? available.height : 0.75F * available.width};
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    draw_map(drawing, document, trace, view, options, {0, 0, figure.size.width, figure.size.height},
             text);
    return figure;
}

MapPanel map_panel(const Document& document, const Trace& trace, const View& asked,
                   const std::optional<std::pair<Index, Index>>& columns,
                   const std::vector<MapPlot>& kept, Size available, float text,
                   const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    MapPanel panel;
    panel.figure.size = available;
    panel.figure.background = colours.panel_background;
    const float least = 15 * text; // least width of one map
    std::vector<MapOf> shown;
    for (const MapOf of : {MapOf::X, MapOf::Q, MapOf::K})
        if (has_map(document, of) &&
            (shown.empty() || least * static_cast<float>(shown.size() + 1) <= available.width))
            shown.push_back(of);
    if (shown.empty())
        return panel;
    Drawing drawing{panel.figure, colours, measure};
    const float wide = available.width / static_cast<float>(shown.size());
    const bool keeps = kept.size() == shown.size();
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const MapOptions options{shown[at], columns, keeps ? &kept[at].axes : nullptr};
        if (auto plot = draw_map(drawing, document, trace, view, options,
                                 {static_cast<float>(at) * wide, 0, wide, available.height}, text))
            panel.plots.push_back(*std::move(plot));
    }
    if (panel.plots.size() < shown.size())
        panel.plots.clear(); // it would be unclear which plot is which
    return panel;
}

Matrix row_moved_to(const MapPlot& plot, const Vector& row, Point to) {
    const float x = std::clamp(to.x, plot.rect.x, plot.rect.right());
    const float y = std::clamp(to.y, plot.rect.y, plot.rect.bottom());
    Vector wanted(2);
    wanted << static_cast<Real>(x - plot.zero.x) / plot.scale,
        static_cast<Real>(plot.zero.y - y) / plot.scale;
    const Matrix& directions = plot.axes.directions;
    const Vector by = wanted.head(directions.cols()) - row * directions;
    Vector moved = row + by * directions.transpose();
    const Real grid = std::pow(10.0, std::floor(std::log10(1 / plot.scale)));
    for (Index column = 0; column < moved.size(); ++column)
        if (moved(column) != row(column))
            moved(column) = on_grid(moved(column), grid);
    return moved;
}

} // namespace attn::figure
