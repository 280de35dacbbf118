// SPDX-License-Identifier: MIT
#include "core/figure/temperature_curve.h"

#include "core/base/number_text.h"
#include "core/document/covers.h"
#include "core/document/evaluate.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/figure/drawing.h"
#include "core/figure/number_form.h"
#include "core/figure/rich_text.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
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
                      number_text(weight, view_.numbers), {Font::Mono, size, colours.text});
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
