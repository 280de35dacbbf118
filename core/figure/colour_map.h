// SPDX-License-Identifier: MIT
// Numbers to colours: sequential and diverging maps, their range, and the digits on top.
#pragma once

#include "core/base/covered.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace attn::figure {

using ColourTable = std::array<Colour, 256>;

/// Viridis, cividis and magma run from dark to bright, as evenly to colour-blind eyes; grey from
/// black to white; violet, blues, purples and greys from white to dark, or on a dark background the
/// other way round: what is small recedes.
const ColourTable& table(Sequential map, bool is_on_dark = false);
/// Blue below zero, white at zero, rose above; or purple and orange; grey: dark below, mid grey at
/// zero, white above. On a dark background the colour of zero is dark instead.
const ColourTable& table(Diverging map, bool is_on_dark = false);

/// That of the view for numbers from 0 on: what is 0 recedes into the background of its theme.
const ColourTable& sequential_table(const View& view);

/// A map with the numbers at its two ends. Numbers beyond an end take the end's colour. With
/// `least` above 0 equal factors are equal steps of colour: from `least` on, or, where the low end
/// is below 0, from it on in both directions; what is smaller has the colour of 0.
struct ColourScale {
    const ColourTable* colours = nullptr;
    Real low = 0;
    Real high = 1;
    Real least = 0;
    friend bool operator==(const ColourScale&, const ColourScale&) = default;
};

/// Magenta, which is in no map; cells large enough carry a sign as well.
constexpr Colour non_finite{214, 0, 170, 255};

/// The grey of a plate, which says nothing about the number under it.
constexpr Colour plate{150, 156, 166, 255};

inline Colour colour_without_scale(Real value) {
    return is_covered(value) ? plate : non_finite;
}

/// Where a finite number lies on the map, 0 to 1.
inline Real position(const ColourScale& scale, Real value) {
    if (scale.least > 0) {
        const Real size = std::abs(value);
        const Real part = size > scale.least
                              ? std::log(size / scale.least) / std::log(scale.high / scale.least)
                              : 0;
        return std::clamp(scale.low >= 0 ? (value > 0 ? part : 0)
                                         : (1 + std::copysign(part, value)) / 2,
                          0.0, 1.0);
    }
    // Halving first keeps the width of the largest ranges finite.
    const Real width = scale.high / 2 - scale.low / 2;
    return std::clamp(width > 0 ? (value / 2 - scale.low / 2) / width : 0.5, 0.0, 1.0);
}

/// The colour of a number. NaN and infinities have a colour no map contains (see non_finite), and
/// covered numbers that of a plate.
inline Colour colour(const ColourScale& scale, Real value) {
    if (!std::isfinite(value))
        return colour_without_scale(value);
    return (*scale.colours)[static_cast<std::size_t>(position(scale, value) * 255 + 0.5)];
}

/// The colours of many numbers.
void put_colours(const ColourScale& scale, const Real* values, int count, Colour* to);

/// Relative luminance of a colour, 0 to 1 (WCAG 2.1).
double luminance(Colour colour);
/// Contrast of two colours, 1 to 21 (WCAG 2.1).
double contrast(Colour a, Colour b);
/// Black where the luminance of the cell is above 0.179, else white: a contrast of at least
/// 4.58 : 1 on every colour.
Colour digit_colour(Colour cell);

/// `amount` of `over` mixed into `under`, 0 to 1.
Colour mix(Colour under, Colour over, float amount);

} // namespace attn::figure
