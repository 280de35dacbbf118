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

/// The least of 1, 2, 5, 10 … times a power of ten that is not below `least`.
Real round_step(Real least) {
    const Real power = std::pow(10.0, std::floor(std::log10(least)));
    for (const Real factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

/// "0.05", or "−3·10^{6}" where that is shorter.
class TickTexts {
public:
    explicit TickTexts(Real step)
        : power_(static_cast<int>(std::floor(std::log10(step * (1 + 1e-9))))), step_(step) {}

    /// Of this many steps.
    std::string of(Real steps) const {
        const auto decimals = [](Real value, int digits) {
            return number_text(value, {NumberFormat::Kind::Decimals, digits});
        };
        if (steps == 0)
            return "0";
        if (power_ >= -3 && power_ <= 3)
            return decimals(steps * step_, std::max(0, -power_));
        return decimals(steps * std::round(step_ / std::pow(10.0, power_)), 0) + "·10^{" +
               std::to_string(power_) + "}";
    }

private:
    int power_;
    Real step_;
};

class Map {
public:
    Map(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot, float text)
        : drawing_(drawing), theme_(drawing.theme), points_(points), plot_(plot.rect), text_(text),
          zero_(plot.zero), scale_(plot.scale) {}

    void draw() {
        drawing_.figure.shapes.emplace_back(
            Box{plot_, theme_.panel_background, theme_.line, theme_.stroke, 3});
        draw_ticks();
        // The words that are looked at lie on top and are named first.
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
    /// Inside the plot; a point that is out of view stands at its edge.
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
        const Real step = round_step(static_cast<Real>(5 * text_) / scale_);
        const TextStyle style{Font::Sans, 0.8F * text_, theme_.dim_text, Anchor::Centre};
        TextStyle up = style;
        up.anchor = Anchor::Right;
        const float mark = 0.3F * text_;
        const TickTexts texts(step);
        const auto ticks = [&](Real from, Real to, const auto& draw) {
            for (Real tick = std::ceil(from / step); tick <= to / step; ++tick)
                draw(static_cast<float>(tick * step * scale_), texts.of(tick));
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
    const std::vector<MapPoint>& points_;
    Rect plot_;
    float text_;
    Point zero_;
    Real scale_;
    std::vector<Rect> dots_, names_;
};

} // namespace

void draw_points(Drawing& drawing, const std::vector<MapPoint>& points, const MapPlot& plot,
                 float text) {
    Map(drawing, points, plot, text).draw();
}

} // namespace attn::figure
