// SPDX-License-Identifier: MIT
// The smallest and the largest number of a matrix, kept row by row while a few rows change.
#pragma once

#include "core/base/matrix.h"
#include "core/figure/stale.h"

#include <optional>
#include <utility>
#include <vector>

namespace attn::figure {

using LowHigh = std::pair<Real, Real>;

/// Of numbers that are all finite; nothing otherwise. One pass over the numbers, of which there is
/// one at least.
std::optional<LowHigh> finite_range(const Real* numbers, Index count);

class RowRanges {
public:
    /// As finite_range of the whole matrix. `stale`: the rows that changed since the last time.
    std::optional<LowHigh> follow(const Matrix& matrix, const Stale& stale);
    /// The same of the matrix with each row times a factor.
    std::optional<LowHigh> times(const Vector& factors) const;

private:
    Vector low_, high_; // of each row; NaN where a number is not finite
};

} // namespace attn::figure
