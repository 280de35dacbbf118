// SPDX-License-Identifier: MIT
// Keeps the smallest and the largest score below each pixel of a heatmap.
#pragma once

#include "core/engine/extremes.h"
#include "core/figure/stale.h"

namespace attn::figure {

/// The first of `count` things in one of `parts` equal parts.
constexpr Index first_of(Index part, Index parts, Index count) {
    return part * count / parts;
}
/// The index of the part that contains the thing, for `parts` equal parts of `count` things.
constexpr Index part_of(Index thing, Index parts, Index count) {
    return ((thing + 1) * parts - 1) / count;
}

/// Follows the extremes of runs of keys; after a word changes only its row and column of pixels are
/// updated. A pixel without open keys has a low above its high.
class PixelExtremes {
public:
    /// Updates the extremes. `width` is at most the number of runs. `stale` holds the changes since
    /// the last call.
    void follow(const Extremes& runs, Index width, Index height, const Stale& stale);

    Index width() const { return width_; }
    Index height() const { return height_; }
    /// The first query of a row of pixels, counted from the first query of the part.
    Index first_query(Index y) const { return first_of(y, height_, queries_); }

    /// The extremes of each query, for each column of pixels.
    const Bands& low_of_queries() const { return low_; }
    const Bands& high_of_queries() const { return high_; }
    /// The extremes of each row of pixels.
    const Bands& low() const { return pixel_low_; }
    const Bands& high() const { return pixel_high_; }

private:
    void gather_run(const Extremes& runs, Index query, Index x);
    void gather_pixels(Index band, Index y);

    Index width_ = 0, height_ = 0, queries_ = 0, runs_ = 0;
    Bands low_, high_;             // queries × width
    Bands pixel_low_, pixel_high_; // height × width
};

} // namespace attn::figure
