// SPDX-License-Identifier: MIT
#include "core/figure/loss_curve.h"

#include "core/base/number_text.h"
#include "core/document/step.h"
#include "core/figure/colour_map.h"
#include "core/figure/drawing.h"
#include "core/figure/theme.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>
#include <system_error>
#include <vector>

namespace attn::figure {
namespace {

/// The least number of 1, 2 or 5 times a power of ten that is at least `number`.
Real round_up(Real number) {
    const Real power = std::pow(10.0, std::floor(std::log10(number)));
    for (const Real factor : {1.0, 2.0, 5.0})
        if (factor * power >= number)
            return factor * power;
    return 10 * power;
}

/// The axis of the losses.
struct LossAxis {
    Real low = 0, high = 1; // as logarithms if the axis is logarithmic
    bool is_logarithmic = false;
    std::vector<Real> ticks; // losses

    /// The position on the axis: 0 at the lower end, 1 at the upper.
    Real part(Real loss) const {
        const Real at = !is_logarithmic ? loss : loss > 0 ? std::log10(loss) : low;
        return std::clamp((at - low) / (high - low), 0.0, 1.0);
    }
};

/// Writes an axis number without trailing zeros: "0.3", "1e+06".
std::string tick_text(Real tick) {
    std::array<char, 32> buffer;
    const auto [end, fault] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), tick,
                                            std::chars_format::general, 6);
    return fault == std::errc{} ? std::string(buffer.data(), end) : std::string();
}

/// Makes a logarithmic axis with at least two ticks.
LossAxis logarithmic_axis(Real least, Real most, std::size_t ticks) {
    LossAxis axis{std::floor(std::log10(least)), std::ceil(std::log10(most)), true, {}};
    if (axis.high <= axis.low)
        axis.high = axis.low + 1;
    const Real decades = axis.high - axis.low;
    const Real step = std::max(1.0, std::ceil(decades / static_cast<Real>(ticks - 1)));
    for (Real power = axis.high; power >= axis.low; power -= step)
        axis.ticks.push_back(std::pow(10.0, power));
    return axis;
}

LossAxis axis_of(const LossCurve& curve, std::size_t ticks) {
    Real least = 0, most = 0; // `least` is the least above 0
    bool is_negative = false;
    for (const Real loss : curve.losses) {
        most = std::max(most, loss);
        is_negative = is_negative || loss < 0;
        if (loss > 0)
            least = least == 0 ? loss : std::min(least, loss);
    }
    constexpr Real huge = 1e100; // sums of larger numbers could overflow
    if ((curve.is_logarithmic || most > huge) && least > 0 && !is_negative)
        return logarithmic_axis(least, most, ticks);
    LossAxis axis;
    if (is_negative)
        axis.low = *std::min_element(curve.losses.begin(), curve.losses.end());
    if (most > axis.low)
        axis.high = most;
    axis.ticks = round_ticks(axis.low, axis.high, ticks);
    const Real step = axis.ticks.size() > 1 ? axis.ticks[1] - axis.ticks[0] : axis.high;
    while (axis.ticks.back() < axis.high * (1 - 1e-12)) // The axis ends at the next round number.
        axis.ticks.push_back(axis.ticks.back() + step);
    axis.high = std::max(axis.high, axis.ticks.back());
    return axis;
}

struct Plotted {
    const LossCurve& curve;
    const LossAxis& axis;
    Rect plot;
    std::size_t steps = 1;

    float x(std::size_t step) const {
        return plot.x + plot.width * static_cast<float>(static_cast<double>(step) /
                                                        static_cast<double>(steps));
    }
    float y(Real loss) const {
        return plot.bottom() - plot.height * static_cast<float>(axis.part(loss));
    }
    Point at(std::size_t step) const { return {x(step), y(curve.losses[step])}; }
};

void draw_curve(Drawing& drawing, const Plotted& plotted, float width) {
    const std::span<const Real> losses = plotted.curve.losses;
    const Colour done = drawing.theme.weight, rest = drawing.theme.dim_text;
    std::vector<Point> points{plotted.at(0)};
    std::size_t done_points = 0;
    const auto add = [&](std::size_t step) {
        points.push_back(plotted.at(step));
        if (step <= plotted.curve.at)
            done_points = points.size() - 1;
    };
    // For steps in one column of pixels, draws only the ends and the extremes.
    for (std::size_t first = 1; first < losses.size();) {
        std::size_t last = first, low = first, high = first;
        const float column = std::floor(plotted.x(first));
        const bool is_done = first <= plotted.curve.at;
        while (last + 1 < losses.size() && std::floor(plotted.x(last + 1)) == column &&
               (last + 1 <= plotted.curve.at) == is_done) {
            ++last;
            low = losses[last] < losses[low] ? last : low;
            high = losses[last] > losses[high] ? last : high;
        }
        std::vector<std::size_t> shown{first, std::min(low, high), std::max(low, high), last};
        shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
        for (const std::size_t step : shown)
            add(step);
        first = last + 1;
    }
    for (std::size_t at = 1; at < points.size(); ++at)
        draw_line(drawing, points[at - 1], points[at], at <= done_points ? done : rest,
                  at <= done_points ? width : 0.7F * width);
}

void draw_dot(Drawing& drawing, Point at, float radius, Colour colour) {
    constexpr int sides = 20;
    Polygon dot{{}, colour};
    for (int side = 0; side < sides; ++side) {
        const float turn = 2 * std::numbers::pi_v<float> * static_cast<float>(side) / sides;
        dot.points.push_back({at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)});
    }
    drawing.figure.shapes.emplace_back(std::move(dot));
}

/// Marks the current step with a line, a dot on the curve, and both numbers where there is room.
void draw_point(Drawing& drawing, const Plotted& plotted, float text) {
    const Theme& colours = drawing.theme;
    const std::size_t step = std::min(plotted.curve.at, plotted.curve.losses.size() - 1);
    const Point at = plotted.at(step);
    const Rect& plot = plotted.plot;
    draw_line(drawing, {at.x, plot.y}, {at.x, plot.bottom()}, colours.accent,
              1.2F * colours.stroke);
    draw_dot(drawing, at, 0.36F * text, colours.accent);
    draw_dot(drawing, at, 0.2F * text, colours.panel_background);
    const std::string said = std::to_string(step) + ": " + loss_text(plotted.curve.losses[step]);
    const float size = 0.86F * text, inset = 0.5F * text;
    const float wide = drawing.measure(said, Font::Mono, size) + 2 * inset;
    const bool is_right = fits_in(at.x + inset + wide, plot.right());
    const Rect box{is_right ? at.x + inset : std::max(plot.x, at.x - inset - wide), plot.y, wide,
                   1.5F * text};
    drawing.figure.shapes.emplace_back(Box{box, colours.accent, transparent, 0, 0.5F * box.height});
    draw_text(drawing, {box.x + wide / 2, box.y + box.height / 2}, said,
              {Font::Mono, size, colours.on_accent, Anchor::Centre});
}

void draw_axes(Drawing& drawing, const Plotted& plotted, float text) {
    const Theme& colours = drawing.theme;
    const Rect& plot = plotted.plot;
    const float size = 0.8F * text;
    const Colour faint = mix(colours.panel_background, colours.line, 0.7F);
    for (const Real tick : plotted.axis.ticks) {
        const float y = plotted.y(tick);
        draw_line(drawing, {plot.x, y}, {plot.right(), y}, faint);
        draw_text(drawing, {plot.x - 0.5F * text, y}, tick_text(tick),
                  {Font::Mono, size, colours.dim_text, Anchor::Right});
    }
    const auto most = static_cast<std::size_t>(std::max(2.0F, plot.width / (6 * text)));
    for (const Real tick : round_ticks(0, static_cast<Real>(plotted.steps), most)) {
        if (tick != std::floor(tick))
            continue;
        const auto step = static_cast<std::size_t>(tick);
        const float x = plotted.x(step);
        draw_line(drawing, {x, plot.bottom()}, {x, plot.bottom() + 0.25F * text}, colours.line);
        draw_text(drawing, {x, plot.bottom() + 0.9F * text}, std::to_string(step),
                  {Font::Mono, size, colours.dim_text, Anchor::Centre});
    }
    draw_line(drawing, {plot.x, plot.y}, {plot.x, plot.bottom()}, colours.line);
    draw_line(drawing, {plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, colours.line);
}

} // namespace

std::vector<Real> round_ticks(Real low, Real high, std::size_t most) {
    const Real step =
        round_up((high - low) / static_cast<Real>(std::max<std::size_t>(2, most) - 1));
    std::vector<Real> ticks;
    for (Real at = std::ceil(low / step); at * step <= high * (1 + 1e-12); ++at)
        ticks.push_back(at * step);
    return ticks;
}

LossPlot loss_curve(const LossCurve& curve, const View& view, Size available, float text,
                    const Measure& measure) {
    const Theme colours = theme(view.theme);
    LossPlot made;
    made.figure.size = available;
    made.figure.background = colours.panel_background;
    const std::size_t taken = curve.losses.empty() ? 0 : curve.losses.size() - 1;
    made.steps = std::max<std::size_t>(1, curve.steps);
    if (taken > made.steps) // Rounded up, so that the axis need not change with every step.
        made.steps = static_cast<std::size_t>(round_up(static_cast<Real>(taken)));
    made.plot = {4.6F * text, 0.7F * text, std::max(1.0F, available.width - 6.4F * text),
                 std::max(1.0F, available.height - 2.3F * text)};
    if (made.plot.width < 4 * text || made.plot.height < 2 * text)
        return made;
    Drawing drawing{made.figure, colours, measure};
    const auto ticks = static_cast<std::size_t>(std::max(2.0F, made.plot.height / (1.6F * text)));
    const LossAxis axis = axis_of(curve, ticks);
    const Plotted plotted{curve, axis, made.plot, made.steps};
    draw_axes(drawing, plotted, text);
    if (curve.losses.empty())
        return made;
    draw_curve(drawing, plotted, 2 * colours.stroke);
    draw_point(drawing, plotted, text);
    return made;
}

std::size_t step_at(const LossPlot& plot, float x) {
    const double part = std::clamp(
        static_cast<double>(x - plot.plot.x) / static_cast<double>(plot.plot.width), 0.0, 1.0);
    return static_cast<std::size_t>(std::llround(part * static_cast<double>(plot.steps)));
}

} // namespace attn::figure
