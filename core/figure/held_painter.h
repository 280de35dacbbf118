// SPDX-License-Identifier: MIT
// Paints an image of a stored matrix, whole rows of it at a time.
#pragma once

#include "core/engine/kernels.h"
#include "core/figure/figure.h"
#include "core/figure/sheet_look.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attn::figure {

/// Colours rows of pixels of a stored matrix without hidden cells. Each pixel shows the number
/// farthest from the quiet end of the scale.
class HeldPainter {
public:
    HeldPainter(const SheetLook& look, const CellPart& part, Pixels& pixels)
        : look_(look), held_(*look.values.rows_held()), factors_(look.values.factors()),
          part_(part), pixels_(pixels), quiet_(std::clamp(0.0, look.scale.low, look.scale.high)),
          is_finite_(look.range.has_any && look.range.non_finite == 0 && look.range.covered == 0),
          low_(static_cast<std::size_t>(part.columns)), high_(low_.size()), nothing_(low_.size()),
          shown_(static_cast<std::size_t>(pixels.width)) {}

    void paint(int y) {
        const Index begin = part_.row + first_of(y, pixels_.height, part_.rows);
        const Index end = part_.row + first_of(y + 1, pixels_.height, part_.rows);
        gather(begin, end);
        for (int x = 0; x < pixels_.width; ++x) {
            const auto first = static_cast<std::size_t>(first_of(x, pixels_.width, part_.columns));
            const auto last =
                static_cast<std::size_t>(first_of(x + 1, pixels_.width, part_.columns));
            Real least = low_[first], most = high_[first], sum = nothing_[first];
            for (std::size_t at = first + 1; at < last; ++at) {
                least = std::min(least, low_[at]);
                most = std::max(most, high_[at]);
                sum += nothing_[at];
            }
            Real shown = std::abs(least - quiet_) > std::abs(most - quiet_) ? least : most;
            if (!(sum == 0)) { // Shows the first number that is not finite.
                for (Index row = end - 1; row >= begin; --row)
                    for (std::size_t at = last; at-- > first;)
                        if (const Real value =
                                look_.values(row, part_.column + static_cast<Index>(at));
                            !std::isfinite(value))
                            shown = value;
            }
            shown_[static_cast<std::size_t>(x)] = shown;
        }
        put_colours(look_.scale, shown_.data(), pixels_.width, pixels_.line(y));
    }

private:
    static constexpr Real infinity = std::numeric_limits<Real>::infinity();

    void gather(Index begin, Index end) {
        std::fill(low_.begin(), low_.end(), infinity);
        std::fill(high_.begin(), high_.end(), -infinity);
        std::fill(nothing_.begin(), nothing_.end(), 0.0);
        for (Index row = begin; row < end; ++row) {
            const Real* values = held_.data() + row * held_.cols() + part_.column;
            const Real by = factors_ ? factors_[row] : 1;
            kernels().widen(values, by, low_.data(), high_.data(), part_.columns);
            for (std::size_t at = 0; !is_finite_ && at < low_.size(); ++at)
                nothing_[at] += values[at] * by * 0; // NaN if the number is not finite
        }
    }

    const SheetLook& look_;
    const Matrix& held_;
    const Real* const factors_; // one factor for each row; null: none
    const CellPart& part_;
    Pixels& pixels_;
    const Real quiet_;
    const bool is_finite_;                   // for all numbers of the matrix
    std::vector<Real> low_, high_, nothing_; // for each column, over one row of pixels
    std::vector<Real> shown_;                // for each pixel
};

} // namespace attn::figure
