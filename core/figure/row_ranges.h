// SPDX-License-Identifier: MIT
// Keeps the range of a matrix row by row, so that changes of a few rows are cheap.
#pragma once

#include "core/base/matrix.h"
#include "core/figure/stale.h"

#include <optional>
#include <utility>
#include <vector>

namespace attn::figure {

using LowHigh = std::pair<Real, Real>;

/// The range of at least one number, in one pass; nothing if one is not finite.
std::optional<LowHigh> finite_range(const Real* numbers, Index count);

class RowRanges {
public:
    /// Updates the rows that are `stale` since the last call. Returns finite_range() of the whole
    /// matrix.
    std::optional<LowHigh> follow(const Matrix& matrix, const Stale& stale);
    /// The range of the matrix with each row times a factor.
    std::optional<LowHigh> times(const Vector& factors) const;

private:
    Vector low_, high_; // one for each row; NaN if a number is not finite
};

} // namespace attn::figure
