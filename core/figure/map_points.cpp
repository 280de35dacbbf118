// SPDX-License-Identifier: MIT
#include "core/figure/map_points.h"

#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::figure {
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
