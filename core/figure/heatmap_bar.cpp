// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/figure/heatmap_parts.h"
#include "core/figure/number_form.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

constexpr int most_steps = 6;       // from one tick to the next
constexpr float ticks_apart = 2.2F; // in texts

/// The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is at least `least`.
Real bar_step(Real least) {
    const Real power = std::pow(10.0, std::floor(std::log10(least)));
    for (const Real factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

std::string tick_text(Real value, Real step) {
    if (std::abs(value) >= 1e5 || (value != 0 && step < 1e-4))
        return number_text(value, short_form);
    const Real places = -std::floor(std::log10(step) + 1e-9);
    int digits = std::clamp(static_cast<int>(places), 0, 6);
    if (std::abs(step * std::pow(10, digits) - std::round(step * std::pow(10, digits))) > 1e-6)
        ++digits; // for a step such as 0.25
    return number_text(value, {NumberFormat::Kind::Decimals, digits});
}

/// Ticks at the powers of ten of a logarithmic scale, and at 0 between them if it is signed.
std::vector<BarTick> power_ticks(const ColourScale& scale) {
    std::vector<BarTick> ticks;
    const auto add = [&](Real value) {
        const Real size = std::abs(value);
        const bool is_short = value == 0 || (size >= 1e-3 && size < 1e4);
        const int digits =
            size >= 1 || value == 0 ? 0 : static_cast<int>(std::ceil(-std::log10(size) - 1e-9));
        ticks.push_back(
            {static_cast<float>(position(scale, value)),
             number_text(value, is_short ? NumberFormat{NumberFormat::Kind::Decimals, digits}
                                         : NumberFormat{NumberFormat::Kind::Scientific, 0})});
    };
    const auto first = static_cast<int>(std::ceil(std::log10(scale.least) - 1e-9));
    const auto last = static_cast<int>(std::floor(std::log10(scale.high) + 1e-9));
    if (scale.low < 0) {
        for (int power = last; power > first; --power)
            add(-std::pow(10.0, power));
        add(0);
    }
    for (int power = scale.low < 0 ? first + 1 : first; power <= last; ++power)
        add(std::pow(10.0, power));
    return ticks;
}

} // namespace

std::vector<BarTick> bar_ticks(const SheetLook& look, float length, float text) {
    const Real low = look.scale.low, high = look.scale.high, range = high - low;
    if (look.scale.least > 0)
        return power_ticks(look.scale);
    const std::vector<BarTick> only{{0.5F, number_text(low, short_form)}};
    if (!(range > 0) || !std::isfinite(range))
        return only;
    const Real most = std::clamp<Real>(std::floor(length / (ticks_apart * text)), 1, most_steps);
    const Real step = bar_step(range / most);
    constexpr Real counted = 1e15; // above this, adding one step does not change the number
    if (!(std::max(std::abs(low), std::abs(high)) / step < counted))
        return only;
    std::vector<BarTick> ticks;
    for (Real number = std::ceil(low / step - 1e-9); number * step <= high + 1e-9 * range;
         ++number) {
        const Real value = number == 0 ? 0 : number * step;
        ticks.push_back({static_cast<float>((value - low) / range), tick_text(value, step)});
    }
    return ticks;
}

float widest_tick(const SheetLook& look, float text, const Measure& measure) {
    float widest = 0;
    for (int steps = 1; steps <= most_steps; ++steps) // a step of 0.25 is wider than one of 0.2
        for (const BarTick& tick :
             bar_ticks(look, (static_cast<float>(steps) + 0.5F) * ticks_apart, 1))
            widest = std::max(widest, measure(tick.text, Font::Sans, text));
    return widest;
}

void draw_bar(Drawing& drawing, const SheetLook& look, const HeatmapLayout& layout) {
    const float t = layout.text;
    const float height = std::max(layout.cells.height, 2.4F * t);
    const Rect bar{layout.bar_x, layout.cells.y, 0.9F * t, height};
    auto pixels = std::make_shared<Pixels>();
    pixels->width = 1;
    pixels->height = static_cast<int>(look.scale.colours->size());
    pixels->colours.assign(look.scale.colours->rbegin(), look.scale.colours->rend());
    drawing.figure.shapes.emplace_back(Image{bar, std::move(pixels)});
    for (const BarTick& tick : bar_ticks(look, height, t)) {
        const float y = bar.bottom() - tick.at * bar.height;
        draw_line(drawing, {bar.right(), y}, {bar.right() + 0.25F * t, y}, drawing.theme.dim_text,
                  0.06F * t);
        draw_text(drawing, {bar.right() + 0.45F * t, y}, tick.text,
                  {Font::Sans, layout.small, drawing.theme.text});
    }
}

} // namespace attn::figure
