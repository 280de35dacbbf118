// SPDX-License-Identifier: MIT
// What a large head knows of the matrices that it does not hold, for whoever draws or sums them.
#pragma once

#include "core/engine/cells.h"

#include <cmath>

namespace attn {

/// Whether the head's scores, scaled and masked scores and weights are derived when they are looked
/// at. The cells of such a stage are what the others here ask for.
inline bool is_derived(const HeadTrace& trace) {
    return trace.large.is_used();
}

/// What every score is multiplied by to become a scaled score.
inline Real scaling(const Cells& cells) {
    return scaling(cells.derived_from()->large);
}

/// No score of a derived head is farther from 0.
inline Real largest_score(const Cells& cells) {
    const HeadTrace& head = *cells.derived_from();
    return static_cast<Real>(head[Stage::Q].cols()) * head.large.reach[0] * head.large.reach[1];
}

/// Whether some cells of a derived head may be blocked.
inline bool is_masked(const Cells& cells) {
    return cells.derived_from()->large.mask.kind != Mask::Kind::None;
}

/// Whether every key is blocked for a query of a derived head.
inline bool has_no_key(const Cells& cells, Index query) {
    return cells.derived_from()->no_key[static_cast<std::size_t>(query)];
}

/// Whether the powers of a query of a derived head have a sum that they can be divided by.
inline bool has_sum(const Cells& cells, Index query) {
    const Real sum = cells.derived_from()->large.sum[static_cast<std::size_t>(query)];
    return sum > 0 && std::isfinite(sum);
}

/// The logarithm of what a query's powers are divided by: weight = e^(scaled score − this).
inline Real log_sum(const Cells& cells, Index query) {
    const LargeHead& head = cells.derived_from()->large;
    const auto at = static_cast<std::size_t>(query);
    return head.largest[at] + std::log(head.sum[at]);
}

} // namespace attn
