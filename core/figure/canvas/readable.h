// SPDX-License-Identifier: MIT
// What a number needs to be legible: the size of its digits, and the width and height of a cell
// that holds them. Every page that fits cells into a window asks here.
#pragma once

#include "core/figure/canvas/canvas_layout.h"

#include <algorithm>

namespace attn::figure {

/// Lengths are in the figure's units.
struct Readable {
    float digits = 9;   // size of the smallest legible digits; does not grow with a zoom
    float digit = 0.6F; // width of a digit, for size 1
    int characters = 4; // of a number with all its decimals, without its sign

    /// The width of a cell for `count` characters and `around` units beside them.
    float width_of(int count, float around = 4) const {
        return static_cast<float>(count) * digit * digits + around;
    }
    /// The width of a cell with all decimals; scarce_width() is for one decimal and a sign, if
    /// more decimals are wanted, and scarce_weight() for a weight, which has no sign.
    float width() const { return width_of(characters); }
    float scarce_width() const { return width_of(std::min(characters, 4)) - 2; }
    /// For a sign and two decimals, or fewer if fewer are wanted.
    float signed_width() const { return width_of(std::min(characters, 4) + 1); }
    float scarce_weight() const { return width_of(std::min(characters, 3)) - 1; }
    float height() const { return 1.75F * digits; }

    /// Whether a cell holds a legible number: it may be a thousandth smaller, because sums of
    /// floats miss their result by a hair.
    bool holds(Size cell, float least_width) const {
        return cell.width >= 0.999F * least_width && cell.height >= 0.999F * height();
    }
    bool holds(Size cell) const { return holds(cell, scarce_width()); }

    /// The size of digits, up to `most`, with which `count` characters fit into a cell, and into
    /// this share of its height. number_size() never gives illegible digits.
    float size_in(Size cell, float most, int count, float share = 0.56F) const {
        return std::min(
            {most, share * cell.height, (cell.width - 4) / (static_cast<float>(count) * digit)});
    }
    float number_size(Size cell, float most, int count) const {
        return std::max(digits, size_in(cell, most, count));
    }
    friend bool operator==(const Readable&, const Readable&) = default;
};

/// Finds what numbers need in a figure whose titles are `text` units large. Above a `scale` of 1,
/// which the user chose, digits are never much smaller than titles.
Readable find_readable(float text, const NumberFormat& numbers, const Measure& measure,
                       float scale = 1);

/// Whether the cells of a matrix are drawn one by one, so that they can show numbers. Larger
/// matrices are images.
bool has_single_cells(const attn::Shape& shape);
bool has_single_cells(const SheetLook& look);

/// Fills a box for a matrix whose first cell begins at `cells`, with row names `names` units wide
/// left of it (0: no names) and `head` units above it. The box has no title, no colour bar and no
/// numbers until the caller gives it some.
SheetBox sheet_box(const SheetLook& look, const Lengths& lengths, Point cells, Size cell,
                   float names, float head);
/// As above, for a matrix whose look is not known yet.
SheetBox sheet_box(const attn::Shape& shape, const Lengths& lengths, Point cells, Size cell,
                   float names, float head);

/// Gives `available` if `wanted` misses it by at most half a unit, so that rounding never makes a
/// page scroll.
inline float snug(float wanted, float available) {
    return wanted <= available + 0.5F ? available : wanted;
}

/// Finds the largest number from `low` to `high` that `fits`, by halving; `low` if none does.
template <class Fits>
float largest(float low, float high, const Fits& fits) {
    if (fits(high))
        return high;
    for (int halving = 0; halving < 24; ++halving) {
        const float middle = (low + high) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace attn::figure
