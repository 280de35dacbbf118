// SPDX-License-Identifier: MIT
// Chooses which terms of a long sum are shown: the largest first; the others are counted and added
// up. Used for sums of terms and series of expressions.
#pragma once

#include "core/base/matrix.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// The terms of a long sum that are shown; the rest is counted and added up.
struct ShownTerms {
    std::vector<std::size_t> indices; // into the terms, largest first; if few, all in order
    std::size_t others = 0;           // number of terms not shown
    Real rest = 0;                    // the sum of the terms not shown
};

/// Returns the positions of the sizes, the largest first; equal ones in their order, NaN before
/// all.
std::vector<std::size_t> largest_first(std::span<const Real> sizes);

/// Picks at most `most` terms, or all if only one would be left out. `sizes` decide which are the
/// largest; `addends` are what they add to the sum.
ShownTerms shown_terms(std::span<const Real> sizes, std::span<const Real> addends,
                       std::size_t most);

} // namespace attn
