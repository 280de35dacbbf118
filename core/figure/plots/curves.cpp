// SPDX-License-Identifier: MIT
#include "core/figure/plots/curves.h"

#include "core/base/number_text.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/step.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <system_error>
#include <utility>
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

namespace {

constexpr Index most_words = 64, most_keys = 64, most_width = 64;
constexpr std::size_t points = 61;

/// The position on the axis: 0 at the least temperature, 1 at the largest.
Real part_of_way(Real temperature) {
    const Real way =
        std::log(temperature / least_temperature) / std::log(most_temperature / least_temperature);
    return std::clamp(way, 0.0, 1.0);
}

Real temperature_on_way(Real part) {
    return least_temperature * std::pow(most_temperature / least_temperature, part);
}

/// The keys with the largest weights, the largest first.
std::vector<Index> largest_first(const Matrix& weights) {
    std::vector<Index> keys;
    for (Index key = 0; key < weights.cols(); ++key)
        keys.push_back(key);
    std::stable_sort(keys.begin(), keys.end(),
                     [&](Index a, Index b) { return weights(0, a) > weights(0, b); });
    return keys;
}

class Plotting {
public:
    Plotting(const TemperatureCurve& curve, const Document& document, const Matrix& now,
             const View& view, float text, Drawing drawing)
        : curve_(curve), document_(document), now_(now), view_(view), text_(text),
          drawing_(drawing), keys_(largest_first(now)) {}

    Rect draw() {
        const Size& all = drawing_.figure.size;
        const float left = 1.6F * text_, bars = has_bars() ? bars_width * text_ : 0;
        const Rect plot{left, 0.6F * text_, std::max(1.0F, all.width - left - bars - text_),
                        std::max(1.0F, all.height - 3.2F * text_)};
        draw_axes(plot);
        draw_curves(plot);
        draw_slider(plot);
        if (has_bars())
            draw_bars({plot.right() + 1.6F * text_, plot.y, bars - 1.2F * text_, plot.height});
        return plot;
    }

private:
    static constexpr float bars_width = 15; // with words and numbers, in text sizes

    bool has_bars() const {
        return now_.cols() > 0 && drawing_.figure.size.width > 2.2F * bars_width * text_;
    }
    float x_of(const Rect& plot, Real temperature) const {
        return plot.x + plot.width * static_cast<float>(part_of_way(temperature));
    }
    Colour colour_of(Index key) const {
        return view_.key == key ? drawing_.theme.key : drawing_.theme.weight;
    }

    void draw_axes(const Rect& plot) {
        const Theme& colours = drawing_.theme;
        const TextStyle small{Font::Mono, 0.8F * text_, colours.dim_text, Anchor::Right};
        if (!curve_.weights.empty()) {
            draw_line(drawing_, {plot.x, plot.y}, {plot.right(), plot.y}, colours.line);
            draw_line(drawing_, {plot.x, plot.bottom()}, {plot.right(), plot.bottom()},
                      colours.line);
            draw_text(drawing_, {plot.x - 0.4F * text_, plot.y}, "1", small);
            draw_text(drawing_, {plot.x - 0.4F * text_, plot.bottom()}, "0", small);
        }
        const float one = x_of(plot, 1);
        for (float y = plot.y; y < plot.bottom(); y += 0.5F * text_)
            draw_line(drawing_, {one, y}, {one, std::min(plot.bottom(), y + 0.25F * text_)},
                      colours.dim_text);
    }

    /// Draws the curves. The key word and the largest weight have full colour; the largest is on
    /// top.
    void draw_curves(const Rect& plot) {
        for (std::size_t at = keys_.size(); at-- > 0;) {
            const Index key = keys_[at];
            const bool is_strong = at == 0 || view_.key == key;
            Point last;
            for (std::size_t point = 0; point < curve_.weights.size(); ++point) {
                const Real weight = curve_.weights[point](0, key);
                if (!std::isfinite(weight)) // covered
                    break;
                const Point here{
                    x_of(plot, curve_.temperatures[point]),
                    plot.bottom() - plot.height * static_cast<float>(std::clamp(weight, 0.0, 1.0))};
                if (point > 0)
                    draw_line(drawing_, last, here,
                              is_strong
                                  ? colour_of(key)
                                  : mix(drawing_.theme.panel_background, colour_of(key), 0.6F),
                              (is_strong ? 2.0F : 1.2F) * drawing_.theme.stroke);
                last = here;
            }
        }
    }

    void draw_slider(const Rect& plot) {
        const Theme& colours = drawing_.theme;
        const float y = plot.bottom() + 0.9F * text_, half = 0.14F * text_;
        const float at = x_of(plot, document_.switches.temperature), one = x_of(plot, 1);
        const auto track = [&](float from, float to, Colour colour) {
            drawing_.figure.shapes.emplace_back(
                Box{{from, y - half, to - from, 2 * half}, colour, transparent, 0, half});
        };
        track(plot.x, plot.right(), colours.line);
        track(plot.x, at, colours.accent);
        draw_line(drawing_, {one, y - 0.4F * text_}, {one, y + 0.4F * text_}, colours.dim_text);
        draw_line(drawing_, {at, plot.y}, {at, y}, colours.accent, 1.5F * colours.stroke);
        const auto knob = [&](float radius, Colour colour) {
            const Rect rect{at - radius, y - radius, 2 * radius, 2 * radius};
            drawing_.figure.shapes.emplace_back(Box{rect, colour, transparent, 0, radius});
        };
        knob(0.48F * text_, colours.accent);
        knob(0.3F * text_, colours.panel_background);
        const float below = y + 1.1F * text_;
        const TextStyle style{Font::Sans, 0.8F * text_, colours.dim_text};
        const auto said = [&](float x, const std::string& words, Anchor anchor) {
            TextStyle own = style;
            own.anchor = anchor;
            draw_text(drawing_, {x, below}, words, own);
        };
        said(plot.x, shortest(least_temperature) + " the largest takes all", Anchor::Left);
        said(one, "1", Anchor::Centre);
        said(plot.right(), "all alike " + shortest(most_temperature), Anchor::Right);
    }

    /// Draws the weights at the document's temperature in the order of the words; the largest if
    /// there are many.
    void draw_bars(const Rect& area) {
        const Theme& colours = drawing_.theme;
        const float line = 1.35F * text_, size = 0.86F * text_;
        const auto most = static_cast<std::size_t>(std::max(1.0F, area.height / line));
        std::vector<Index> shown(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(
                                                                    std::min(most, keys_.size())));
        std::sort(shown.begin(), shown.end());
        const Words& words = key_words(document_);
        const float names = 5.2F * text_, numbers = 2.8F * text_;
        const float room = area.width - names - numbers;
        float y = area.y + line / 2;
        for (const Index key : shown) {
            const std::string word = visible_word(words[static_cast<std::size_t>(key)]);
            draw_text(
                drawing_, {area.x + names - 0.5F * text_, y},
                escape(shortened(word, names - 0.5F * text_, Font::Sans, size, drawing_.measure)),
                {Font::Sans, size, view_.key == key ? colours.key_text : colours.text,
                 Anchor::Right});
            const Real weight = now_(0, key);
            const float length =
                room * static_cast<float>(std::isfinite(weight) ? std::clamp(weight, 0.0, 1.0) : 0);
            drawing_.figure.shapes.emplace_back(
                Box{{area.x + names, y - 0.36F * text_, length, 0.72F * text_},
                    colour_of(key),
                    transparent,
                    0,
                    0.12F * text_});
            draw_text(drawing_, {area.x + names + length + 0.4F * text_, y},
                      number_text(weight, format_of(now_, view_.numbers)),
                      {Font::Mono, size, colours.text});
            y += line;
        }
    }

    const TemperatureCurve& curve_;
    const Document& document_;
    const Matrix& now_;
    const View& view_;
    float text_;
    Drawing drawing_;
    std::vector<Index> keys_;
};

} // namespace

TemperatureCurve temperature_curve(const Document& document, const View& view) {
    TemperatureCurve curve;
    if (!has_stage(document, Stage::Weights) || token_count(document) > most_words ||
        key_count(document) > most_keys || d_model(document) > most_width ||
        view.query >= token_count(document))
        return curve;
    Document at = document;
    Trace trace = evaluate(at);
    for (std::size_t point = 0; point < points; ++point) {
        const Real temperature =
            temperature_on_way(static_cast<Real>(point) / static_cast<Real>(points - 1));
        const Document before = at; // a new temperature affects nothing before the softmax
        at.switches.temperature = temperature;
        const SheetId sheet = sheet_of_head(at, Stage::Weights, view.head);
        curve.temperatures.push_back(temperature);
        trace = evaluate(at, before, std::move(trace));
        const Seen seen(at, trace); // Covered weights stay covered.
        curve.weights.emplace_back(matrix_of(seen.document(), seen.trace(), sheet).row(view.query));
    }
    return curve;
}

TemperaturePlot temperature_plot(const TemperatureCurve& curve, const Document& document,
                                 const Matrix& now, const View& view, Size available, float text,
                                 const Measure& measure) {
    const Theme colours = theme(view.theme);
    TemperaturePlot made;
    made.figure.size = available;
    made.figure.background = colours.panel_background;
    made.plot = Plotting(curve, document, now, view, text, {made.figure, colours, measure}).draw();
    return made;
}

Real temperature_at(const TemperaturePlot& plot, float x, float text) {
    const auto part = static_cast<Real>((x - plot.plot.x) / plot.plot.width);
    const Real one = part_of_way(1);
    if (std::abs(part - one) * static_cast<Real>(plot.plot.width) < 0.4 * static_cast<Real>(text))
        return 1;
    return std::round(100 * temperature_on_way(std::clamp(part, 0.0, 1.0))) / 100;
}

} // namespace attn::figure
