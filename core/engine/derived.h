// SPDX-License-Identifier: MIT
// What a large head knows of the matrices that it does not hold, for whoever draws or sums them.
#pragma once

#include "core/engine/attention.h"

#include <cmath>

namespace attn {

/// Whether scores, scaled and masked scores and weights are derived when they are looked at.
inline bool is_derived(const HeadTrace& trace) {
    return trace.large.is_used();
}

/// What every score is multiplied by to become a scaled score.
inline Real scaling(const HeadTrace& trace) {
    return scaling(trace.large);
}

/// No score of a derived head is farther from 0.
inline Real largest_score(const HeadTrace& trace) {
    return static_cast<Real>(trace.query.cols()) * trace.large.reach[0] * trace.large.reach[1];
}

/// Whether some cells of a derived head may be blocked.
inline bool is_masked(const HeadTrace& trace) {
    return trace.large.mask.kind != Mask::Kind::None;
}

/// Whether the powers of a query of a derived head have a sum that they can be divided by.
inline bool has_sum(const HeadTrace& trace, Index query) {
    const Real sum = trace.large.sum[static_cast<std::size_t>(query)];
    return sum > 0 && std::isfinite(sum);
}

/// The logarithm of what a query's powers are divided by: weight = e^(scaled score − this).
inline Real log_sum(const HeadTrace& trace, Index query) {
    const auto at = static_cast<std::size_t>(query);
    return trace.large.largest[at] + std::log(trace.large.sum[at]);
}

} // namespace attn
