// SPDX-License-Identifier: MIT
// Which terms of a long sum are shown: the largest first, the others counted and added up. Sums of
// terms and series of expressions are shortened alike.
#pragma once

#include "core/base/matrix.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// The terms that are shown of a long sum: the largest first, the rest counted and added up.
struct ShownTerms {
    std::vector<std::size_t> indices; // into the terms; all of them in their order if few
    std::size_t others = 0;           // how many terms are not shown
    Real rest = 0;                    // what they add up to
};

/// The positions of the sizes, the largest first; equal ones in their order, NaN before all.
std::vector<std::size_t> largest_first(std::span<const Real> sizes);

/// At most `most` terms, or all if only one would be left out. `sizes` decide which are the
/// largest, `addends` are what they add to the sum.
ShownTerms shown_terms(std::span<const Real> sizes, std::span<const Real> addends,
                       std::size_t most);

} // namespace attn
