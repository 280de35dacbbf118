// SPDX-License-Identifier: MIT
// The colours of the program, for figures and for the window around them.
#pragma once

#include "core/base/covered.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace attn::figure {

/// Every colour except the colours of cells, which the colour maps give. Text colours have a
/// contrast of at least 4.5 : 1 on both backgrounds (WCAG 2.1 AA), at least 7 : 1 in the projector
/// theme.
struct Theme {
    Colour background;       // the canvas's background
    Colour panel_background; // behind toolbars, panels and cards
    Colour line;             // separators and faint frames
    Colour text;
    Colour dim_text; // shapes, formulas, roles
    Colour query;    // the query word: frames and bars
    Colour query_text;
    Colour key; // the key word under the pointer
    Colour key_text;
    Colour weight; // bars of weights
    Colour score;  // bars of scores
    Colour accent; // links, the focus
    Colour accent_text;
    Colour on_accent;     // text on query, key and accent
    Colour editable;      // the card behind editable numbers
    Colour editable_line; // its frame
    Colour computed;      // the card behind computed numbers
    Colour mark;          // frames of highlighted cells
    Colour error;         // text and frames of errors
    Colour error_background;
    Colour masked; // cells that a mask blocks
    Colour masked_text;
    float stroke = 1; // line widths are multiplied by it

    friend bool operator==(const Theme&, const Theme&) = default;
};

Theme theme(ThemeName name);
/// The colour for the names of a matrix's lines: role "query", "key" or another.
Colour role_colour(const Theme& theme, std::string_view role);
/// The colour of a head, which is also numbered: four colours, then again from the first.
Colour head_colour(Index head, ThemeName theme);

// Maps numbers to colours: sequential and diverging maps, their range, and the colour of the digits
// on top.

using ColourTable = std::array<Colour, 256>;

/// The colours of a sequential map. Viridis, cividis and magma run from dark to bright and are even
/// to colour-blind eyes; grey runs from black to white; violet, blues, purples and greys run from
/// white to dark, or the other way round on a dark background, so that small numbers recede.
const ColourTable& table(Sequential map, bool is_on_dark = false);
/// The colours of a diverging map: blue below zero, white at zero, rose above; or purple and
/// orange; or grey: dark below, mid grey at zero, white above. On a dark background the colour of
/// zero is dark instead.
const ColourTable& table(Diverging map, bool is_on_dark = false);

/// The view's map for numbers from 0 on; 0 recedes into the background of the theme.
const ColourTable& sequential_table(const View& view);

/// A map with the numbers at its two ends; numbers beyond an end get the end's colour. If `least` >
/// 0 the scale is logarithmic from `least` on, in both directions if the low end is below 0;
/// smaller magnitudes have the colour of 0.
struct ColourScale {
    const ColourTable* colours = nullptr;
    Real low = 0;
    Real high = 1;
    Real least = 0;
    friend bool operator==(const ColourScale&, const ColourScale&) = default;
};

/// Magenta, which is in no map; large cells show a sign as well.
constexpr Colour non_finite{214, 0, 170, 255};

/// The grey of a covered number's plate, which reveals nothing about the number.
constexpr Colour plate{150, 156, 166, 255};

inline Colour colour_without_scale(Real value) {
    return is_covered(value) ? plate : non_finite;
}

/// The position of a finite number on the map, 0 to 1.
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
    // Halving first keeps the width finite for the largest ranges.
    const Real width = scale.high / 2 - scale.low / 2;
    return std::clamp(width > 0 ? (value / 2 - scale.low / 2) / width : 0.5, 0.0, 1.0);
}

/// The colour of a number. NaN and infinities have a colour of their own (see non_finite), covered
/// numbers the colour of a plate.
inline Colour colour(const ColourScale& scale, Real value) {
    if (!std::isfinite(value))
        return colour_without_scale(value);
    return (*scale.colours)[static_cast<std::size_t>(position(scale, value) * 255 + 0.5)];
}

/// Maps `count` numbers to colours.
void put_colours(const ColourScale& scale, const Real* values, int count, Colour* to);

/// Relative luminance of a colour, 0 to 1 (WCAG 2.1).
double luminance(Colour colour);
/// Contrast of two colours, 1 to 21 (WCAG 2.1).
double contrast(Colour a, Colour b);
/// Black if the luminance of the cell is above 0.179, else white: the contrast is at least 4.58 : 1
/// on every colour.
Colour digit_colour(Colour cell);

/// Mixes `amount` (0 to 1) of `over` into `under`.
Colour mix(Colour under, Colour over, float amount);

} // namespace attn::figure
