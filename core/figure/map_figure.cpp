// SPDX-License-Identifier: MIT
#include "core/figure/map_figure.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/principal.h"
#include "core/figure/drawing.h"
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

struct MapPoint {
    std::string name;
    Place place;
    Real x = 0, y = 0;
    bool is_query = false, is_key = false; // the query word and the key word that are looked at
    bool is_of_keys = false;
};

/// The points and what the axes mean.
struct Plane {
    std::vector<MapPoint> points;
    std::string said;
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

std::string percent(Real share) {
    return number_text(100 * share, {NumberFormat::Kind::Significant, 3}) + " %";
}

/// The columns of `axes` are the directions across and up; there are one or two.
struct Axes {
    Matrix directions;
    std::string said;
};

Axes columns_of(const Matrix& rows, Index across, Index up) {
    const bool has_second = rows.cols() > 1;
    Axes axes{Matrix::Zero(rows.cols(), has_second ? 2 : 1), ""};
    axes.directions(across, 0) = 1;
    axes.said = "→ column " + std::to_string(across);
    if (has_second) {
        axes.directions(up, 1) = 1;
        axes.said += ", ↑ column " + std::to_string(up);
    }
    return axes;
}

Axes axes_of(const Matrix& rows, const MapOptions& options) {
    if (options.columns)
        return columns_of(rows, std::clamp<Index>(options.columns->first, 0, rows.cols() - 1),
                          std::clamp<Index>(options.columns->second, 0, rows.cols() - 1));
    if (rows.cols() == 1) {
        Axes axes = columns_of(rows, 0, 0);
        axes.said += ", the only one";
        return axes;
    }
    const PrincipalDirections found = principal_directions(rows);
    if (found.count == 0) {
        Axes axes = columns_of(rows, 0, 1);
        axes.said += "; all points are equal, so no direction has any variance";
        return axes;
    }
    std::string said = "→ principal direction 1, " + percent(found.share[0]) + " of the variance";
    said += found.count > 1 ? ", ↑ direction 2, " + percent(found.share[1]) : "; there is no other";
    return {found.directions, said};
}

Plane plane_of(const Document& document, const Trace& trace, const View& view,
               const MapOptions& options) {
    Plane plane;
    Matrix rows;
    for (const Stage stage : stages_of(options.of)) {
        const SheetId sheet = sheet_of_head(document, stage, view.head);
        const Matrix one = matrix_of(document, trace, sheet);
        rows.conservativeResize(rows.rows() + one.rows(), one.cols());
        rows.bottomRows(one.rows()) = one;
        const std::vector<std::string> names = row_names(document, sheet);
        for (Index row = 0; row < one.rows(); ++row) {
            const bool is_of_keys = stage == Stage::K;
            plane.points.push_back({visible_word(names[static_cast<std::size_t>(row)]),
                                    {sheet, row, 0},
                                    0,
                                    0,
                                    !is_of_keys && row == view.query,
                                    is_of_keys && view.key == row,
                                    is_of_keys});
        }
    }
    constexpr Real most = 1e100; // squares of larger numbers would overflow
    if (!rows.allFinite() || rows.cwiseAbs().maxCoeff() >= most) {
        plane.points.clear();
        plane.said = "some numbers are not finite or too large to be drawn";
        return plane;
    }
    const Axes axes = axes_of(rows, options);
    const Matrix at = rows * axes.directions;
    for (std::size_t point = 0; point < plane.points.size(); ++point) {
        plane.points[point].x = at(static_cast<Index>(point), 0);
        plane.points[point].y = at.cols() > 1 ? at(static_cast<Index>(point), 1) : 0;
    }
    plane.said = axes.said;
    return plane;
}

/// The least of 1, 2, 5, 10 … times a power of ten that is not below `least`.
Real round_step(Real least) {
    const Real power = std::pow(10.0, std::floor(std::log10(least)));
    for (const Real factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

class Map {
public:
    Map(Drawing& drawing, const Plane& plane, Rect plot, float text)
        : drawing_(drawing), theme_(drawing.theme), plane_(plane), plot_(plot), text_(text) {
        Real left = 0, right = 0, bottom = 0, top = 0; // zero is always in view
        for (const MapPoint& point : plane.points) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            bottom = std::min(bottom, point.y);
            top = std::max(top, point.y);
        }
        const Real widest = std::max(right - left, top - bottom);
        const Real least = widest > 0 ? 1e-3 * widest : 1;
        // Names need room around the outermost points.
        scale_ = std::min(static_cast<Real>(std::max(text, plot.width - 9 * text)) /
                              std::max(right - left, least),
                          static_cast<Real>(std::max(text, plot.height - 3 * text)) /
                              std::max(top - bottom, least));
        zero_ = {plot.x + plot.width / 2 - static_cast<float>((left + right) / 2 * scale_),
                 plot.y + plot.height / 2 + static_cast<float>((bottom + top) / 2 * scale_)};
    }

    void draw() {
        drawing_.figure.shapes.emplace_back(
            Box{plot_, theme_.panel_background, theme_.line, theme_.stroke, 3});
        draw_ticks();
        // The words that are looked at lie on top and are named first.
        std::vector<const MapPoint*> order;
        for (const MapPoint& point : plane_.points)
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
    Point at(const MapPoint& point) const {
        return {zero_.x + static_cast<float>(point.x * scale_),
                zero_.y - static_cast<float>(point.y * scale_)};
    }

    void draw_ticks() {
        draw_line(drawing_, {plot_.x, zero_.y}, {plot_.right(), zero_.y}, theme_.line,
                  theme_.stroke);
        draw_line(drawing_, {zero_.x, plot_.y}, {zero_.x, plot_.bottom()}, theme_.line,
                  theme_.stroke);
        const Real step = round_step(static_cast<Real>(5 * text_) / scale_);
        const TextStyle style{Font::Sans, 0.8F * text_, theme_.dim_text, Anchor::Centre};
        TextStyle up = style;
        up.anchor = Anchor::Right;
        const float mark = 0.3F * text_;
        // As many decimals as the step has, where that reads well.
        const bool is_plain = step >= 1e-4 && step < 1e6;
        const NumberFormat format{
            is_plain ? NumberFormat::Kind::Decimals : NumberFormat::Kind::Significant,
            is_plain ? std::max(0, -static_cast<int>(std::floor(std::log10(step * (1 + 1e-9)))))
                     : 3};
        const auto ticks = [&](Real from, Real to, const auto& draw) {
            for (Real tick = std::ceil(from / step); tick <= to / step; ++tick)
                draw(static_cast<float>(tick * step * scale_), number_text(tick * step, format));
        };
        const auto units = [&](float length) { return static_cast<Real>(length) / scale_; };
        const float edge = 1.5F * text_;
        ticks(units(plot_.x + edge - zero_.x), units(plot_.right() - edge - zero_.x),
              [&](float by, const std::string& said) {
                  const float x = zero_.x + by;
                  draw_line(drawing_, {x, plot_.bottom() - mark}, {x, plot_.bottom()}, theme_.line);
                  draw_text(drawing_, {x, plot_.bottom() + 0.8F * text_}, said, style);
              });
        ticks(units(zero_.y - plot_.bottom() + 0.5F * edge), units(zero_.y - plot_.y - 0.5F * edge),
              [&](float by, const std::string& said) {
                  const float y = zero_.y - by;
                  draw_line(drawing_, {plot_.x, y}, {plot_.x + mark, y}, theme_.line);
                  draw_text(drawing_, {plot_.x - 0.4F * text_, y}, said, up);
              });
    }

    void draw_point(const MapPoint& point) {
        const Point middle = at(point);
        const float by = (rank(point) > 0 ? 0.4F : 0.28F) * text_;
        const Colour fill = point.is_query     ? theme_.query
                            : point.is_key     ? theme_.key
                            : point.is_of_keys ? theme_.key_text
                                               : theme_.text;
        // Points of keys are square, so that they differ by more than their colour.
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

    /// Beside its point, on the first side where it covers nothing. The name of the query word may
    /// cover points.
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
    const Plane& plane_;
    Rect plot_;
    float text_;
    Point zero_;
    Real scale_ = 1;
    std::vector<Rect> dots_, names_;
};

} // namespace

bool has_map(const Document& document, MapOf of) {
    const std::vector<Stage> stages = stages_of(of);
    if (!std::all_of(stages.begin(), stages.end(),
                     [&](Stage stage) { return has_stage(document, stage); }))
        return false;
    // Rows of different length have no plane in common.
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
    const Plane plane = plane_of(document, trace, view, options);
    const float size = 0.86F * text, margin = 0.5F * text;
    const float wide = draw_text(drawing, {margin, 0.9F * text}, title_of(options.of),
                                 {Font::Bold, size, colours.text});
    const float from = margin + wide + text;
    draw_text(
        drawing, {from, 0.9F * text},
        escape(shortened(plane.said, available.width - from - margin, Font::Sans, size, measure)),
        {Font::Sans, size, colours.dim_text});
    const Rect plot{6 * text, 1.8F * text, available.width - 6.5F * text,
                    figure.size.height - 3.6F * text};
    if (!plane.points.empty() && plot.width > 4 * text && plot.height > 2 * text)
        Map(drawing, plane, plot, text).draw();
    return figure;
}

} // namespace attn::figure
