// SPDX-License-Identifier: MIT
#include "core/figure/pixel_extremes.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace attn::figure {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

void PixelExtremes::gather_run(const Extremes& runs, Index query, Index x) {
    float low = infinity, high = -infinity;
    const Index end = first_of(x + 1, width_, runs_);
    for (Index run = first_of(x, width_, runs_); run < end; ++run) {
        low = std::min(low, runs.low(query, run));
        high = std::max(high, runs.high(query, run));
    }
    low_(query, x) = low;
    high_(query, x) = high;
}

void PixelExtremes::gather_pixels(Index band, Index y) {
    float* const low = pixel_low_.band(band, y);
    float* const high = pixel_high_.band(band, y);
    std::fill(low, low + Bands::width, infinity);
    std::fill(high, high + Bands::width, -infinity);
    for (Index query = first_query(y); query < first_query(y + 1); ++query) {
        const float *lows = low_.band(band, query), *highs = high_.band(band, query);
        for (Index at = 0; at < Bands::width; ++at) {
            low[at] = std::min(low[at], lows[at]);
            high[at] = std::max(high[at], highs[at]);
        }
    }
}

void PixelExtremes::follow(const Extremes& runs, Index width, Index height, const Stale& stale) {
    assert(width > 0 && width <= runs.runs() && "a pixel holds a run at least");
    assert(height > 0 && height <= runs.queries() && "a pixel holds a query at least");
    const bool is_alike =
        width_ == width && height_ == height && queries_ == runs.queries() && runs_ == runs.runs();
    if (is_alike && !stale.is_all) {
        const Index keys = runs.first_key(runs_);
        for (const Index word : stale.words) {
            for (Index x = 0; x < width_; ++x)
                gather_run(runs, word, x);
            for (Index band = 0; band < low_.bands(); ++band)
                gather_pixels(band, part_of(word, height_, queries_));
            const Index x = part_of(part_of(word, runs_, keys), width_, runs_);
            for (Index query = 0; query < queries_; ++query)
                gather_run(runs, query, x);
            for (Index y = 0; y < height_; ++y)
                gather_pixels(x / Bands::width, y);
        }
        return;
    }
    width_ = width;
    height_ = height;
    queries_ = runs.queries();
    runs_ = runs.runs();
    low_.assign(queries_, width_, infinity);
    high_.assign(queries_, width_, -infinity);
    pixel_low_.assign(height_, width_, infinity);
    pixel_high_.assign(height_, width_, -infinity);
    for (Index x = 0; x < width_; ++x)
        for (Index query = 0; query < queries_; ++query)
            gather_run(runs, query, x);
    for (Index band = 0; band < low_.bands(); ++band)
        for (Index y = 0; y < height_; ++y)
            gather_pixels(band, y);
}

} // namespace attn::figure
