// SPDX-License-Identifier: MIT
// The smallest and the largest score under each pixel of a heatmap.
#pragma once

#include "core/engine/extremes.h"
#include "core/figure/stale.h"

namespace attn::figure {

/// The first of `count` things that are in one of `parts` equal parts.
constexpr Index first_of(Index part, Index parts, Index count) {
    return part * count / parts;
}
/// Which of `parts` equal parts of `count` things holds the thing.
constexpr Index part_of(Index thing, Index parts, Index count) {
    return ((thing + 1) * parts - 1) / count;
}

/// Follows the extremes of runs of keys: after the change of a word only its row and its column of
/// pixels are gathered again. Of a pixel without an open key the low is above the high.
class PixelExtremes {
public:
    /// `width`: at most the runs. `stale` is what changed since the last time.
    void follow(const Extremes& runs, Index width, Index height, const Stale& stale);

    Index width() const { return width_; }
    Index height() const { return height_; }
    /// The first query of a row of pixels, counted from the first that was looked at.
    Index first_query(Index y) const { return first_of(y, height_, queries_); }

    /// Of the queries, for each column of pixels.
    const Bands& low_of_queries() const { return low_; }
    const Bands& high_of_queries() const { return high_; }
    /// Of the rows of pixels.
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
