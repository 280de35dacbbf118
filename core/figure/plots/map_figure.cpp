// SPDX-License-Identifier: MIT
#include "core/figure/plots/map_figure.h"

#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/concepts.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {

// Draws the points of a map with the ticks of its axes and the names of its words.

struct MapPoint {
    std::string name;
    Place place;
    Real x = 0, y = 0;
    bool is_query = false, is_key = false; // the query word and the key word of the view
    bool is_of_keys = false;
};

/// The width of the vertical axis' numbers, left of the plot.
float room_of_ticks(const MapPlot& plot, float text, const Measure& measure);

/// Draws the points. A name is written only where it covers no points or other names. A point out
/// of view is drawn at the edge.
void draw_points(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot,
                 float text);

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

namespace {

/// The least number of 1, 2, 5, 10 … times a power of ten that is at least `least`.
Real round_step(Real least) {
    const Real power = std::pow(10.0, std::floor(std::log10(least)));
    for (const Real factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

/// The texts of ticks: "0.05", or "−3.5·10^{6}" if that is shorter, all with the power of the
/// largest.
class TickTexts {
public:
    TickTexts(Real step, Real largest)
        : places_(power_of(step)), power_(std::max(places_, power_of(largest))), step_(step) {}

    /// The text of the tick that is `steps` steps from zero.
    std::string of(Real steps) const {
        if (steps == 0)
            return "0";
        if (places_ >= -3 && places_ <= 3)
            return number_text(steps * step_,
                               {NumberFormat::Kind::Decimals, std::max(0, -places_)});
        return number_text(steps * (step_ / std::pow(10.0, power_)),
                           {NumberFormat::Kind::Decimals, power_ - places_}) +
               "·10^{" + number_text(power_, {NumberFormat::Kind::Decimals, 0}) + "}";
    }

private:
    static int power_of(Real value) {
        return static_cast<int>(std::floor(std::log10(value * (1 + 1e-9))));
    }

    int places_, power_;
    Real step_;
};

constexpr float size_of_ticks = 0.86F, tick_gap = 0.4F; // in texts

Real step_of(const MapPlot& plot, float text) {
    return round_step(static_cast<Real>(5 * text) / plot.scale);
}

/// Calls `draw` with each tick's distance from zero and its text. `from` and `to` are lengths
/// measured from zero.
template <class Draw>
void for_ticks(const MapPlot& plot, float text, float from, float to, const Draw& draw) {
    const Real step = step_of(plot, text);
    const Real low = static_cast<Real>(from) / plot.scale,
               high = static_cast<Real>(to) / plot.scale;
    const TickTexts texts(step, std::max(std::abs(low), std::abs(high)));
    for (Real tick = std::ceil(low / step); tick <= high / step; ++tick)
        draw(static_cast<float>(tick * step * plot.scale), texts.of(tick));
}

template <class Draw>
void for_ticks_up(const MapPlot& plot, float text, const Draw& draw) {
    const float edge = 0.75F * text;
    for_ticks(plot, text, plot.zero.y - plot.rect.bottom() + edge, plot.zero.y - plot.rect.y - edge,
              draw);
}

class Map {
public:
    Map(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot, float text)
        : drawing_(drawing), theme_(drawing.theme), points_(points), map_(plot), plot_(plot.rect),
          text_(text), zero_(plot.zero), scale_(plot.scale) {}

    void draw() {
        drawing_.figure.shapes.emplace_back(
            Box{plot_, theme_.panel_background, theme_.line, theme_.stroke, 3});
        draw_ticks();
        // The query word and the key word are on top and get their names first.
        std::vector<const MapPoint*> order;
        for (const MapPoint& point : points_)
            order.push_back(&point);
        std::stable_sort(order.begin(), order.end(),
                         [](const MapPoint* a, const MapPoint* b) { return rank(*a) > rank(*b); });
        for (auto point = order.rbegin(); point != order.rend(); ++point)
            draw_point(**point);
        for (const MapPoint* point : order)
            name(*point);
    }

private:
    static int rank(const MapPoint& point) { return point.is_query ? 2 : point.is_key ? 1 : 0; }
    /// The position inside the plot; at its edge if the point is out of view.
    Point at(const MapPoint& point) const {
        const auto within = [this](float zero, Real by, float from, float size) {
            const Real to = static_cast<Real>(zero) + by * scale_;
            const Real edge =
                std::min<Real>(static_cast<Real>(size) / 2, 0.4 * static_cast<Real>(text_));
            return static_cast<float>(std::clamp(to, static_cast<Real>(from) + edge,
                                                 static_cast<Real>(from + size) - edge));
        };
        return {within(zero_.x, point.x, plot_.x, plot_.width),
                within(zero_.y, -point.y, plot_.y, plot_.height)};
    }

    void draw_ticks() {
        draw_line(drawing_, {plot_.x, zero_.y}, {plot_.right(), zero_.y}, theme_.line,
                  theme_.stroke);
        draw_line(drawing_, {zero_.x, plot_.y}, {zero_.x, plot_.bottom()}, theme_.line,
                  theme_.stroke);
        const TextStyle style{Font::Sans, size_of_ticks * text_, theme_.dim_text, Anchor::Centre};
        TextStyle up = style;
        up.anchor = Anchor::Right;
        const float mark = 0.3F * text_, edge = 1.5F * text_;
        for_ticks(
            map_, text_, plot_.x + edge - zero_.x, plot_.right() - edge - zero_.x,
            [&](float by, const std::string& said) {
                const float x = zero_.x + by;
                draw_line(drawing_, {x, plot_.bottom() - mark}, {x, plot_.bottom()}, theme_.line);
                draw_text(drawing_, {x, plot_.bottom() + 0.8F * text_}, said, style);
            });
        for_ticks_up(map_, text_, [&](float by, const std::string& said) {
            const float y = zero_.y - by;
            draw_line(drawing_, {plot_.x, y}, {plot_.x + mark, y}, theme_.line);
            draw_text(drawing_, {plot_.x - tick_gap * text_, y}, said, up);
        });
    }

    void draw_point(const MapPoint& point) {
        const Point middle = at(point);
        const float by = (rank(point) > 0 ? 0.4F : 0.28F) * text_;
        const Colour fill = point.is_query     ? theme_.query
                            : point.is_key     ? theme_.key
                            : point.is_of_keys ? theme_.key_text
                                               : theme_.text;
        // Points of keys are square, to differ by more than colour.
        const Rect dot{middle.x - by, middle.y - by, 2 * by, 2 * by};
        drawing_.figure.shapes.emplace_back(
            Box{dot, fill, theme_.panel_background, 1, point.is_of_keys ? 0 : by});
        drawing_.figure.places.push_back({dot, point.place});
        dots_.push_back(dot);
    }

    static bool is_free(const Rect& rect, const std::vector<Rect>& taken) {
        return std::none_of(taken.begin(), taken.end(), [&](const Rect& other) {
            return rect.x < other.right() && other.x < rect.right() && rect.y < other.bottom() &&
                   other.y < rect.bottom();
        });
    }

    /// Writes the name on the first side of its point where it covers nothing. The query word's
    /// name may cover points.
    void name(const MapPoint& point) {
        const Point middle = at(point);
        const Font font = rank(point) > 0 ? Font::Bold : Font::Sans;
        const float size = 0.86F * text_, high = 1.3F * size, away = 0.55F * text_;
        const std::string said = shortened(point.name, std::min(12 * text_, plot_.width - text_),
                                           font, size, drawing_.measure);
        const float wide = drawing_.measure(said, font, size);
        std::array<Rect, 4> sides{{{middle.x + away, middle.y - high / 2, wide, high},
                                   {middle.x - away - wide, middle.y - high / 2, wide, high},
                                   {middle.x - wide / 2, middle.y - away - high, wide, high},
                                   {middle.x - wide / 2, middle.y + away, wide, high}}};
        const auto chosen = std::find_if(sides.begin(), sides.end(), [&](const Rect& rect) {
            return rect.x >= plot_.x && rect.right() <= plot_.right() && rect.y >= plot_.y &&
                   rect.bottom() <= plot_.bottom() && is_free(rect, names_) && is_free(rect, dots_);
        });
        if (chosen == sides.end() && !point.is_query)
            return;
        Rect rect = chosen == sides.end() ? sides.front() : *chosen;
        rect.x = std::clamp(rect.x, plot_.x, std::max(plot_.x, plot_.right() - wide));
        draw_text(drawing_, {rect.x, rect.y + high / 2}, escape(said),
                  {font, size,
                   point.is_query                     ? theme_.query_text
                   : point.is_key || point.is_of_keys ? theme_.key_text
                                                      : theme_.text});
        names_.push_back(rect);
    }

    Drawing& drawing_;
    const Theme& theme_;
    const std::vector<MapPoint>& points_;
    const MapPlot& map_;
    Rect plot_;
    float text_;
    Point zero_;
    Real scale_;
    std::vector<Rect> dots_, names_;
};

} // namespace

float room_of_ticks(const MapPlot& plot, float text, const Measure& measure) {
    float widest = 0;
    for_ticks_up(plot, text, [&](float, const std::string& said) {
        widest = std::max(widest, rich_width(said, Font::Sans, size_of_ticks * text, measure));
    });
    return widest + 2 * tick_gap * text;
}

void draw_points(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot,
                 float text) {
    Map(drawing, points, plot, text).draw();
}

} // namespace attn::figure
