// SPDX-License-Identifier: MIT
// What is known about the matrices that a large head does not store; for code that draws or sums
// them.
#pragma once

#include "core/engine/cells.h"

#include <cmath>

namespace attn {

/// Whether the head's scores, scaled and masked scores and weights are computed on demand. The
/// other functions here take the cells of such a stage.
inline bool is_derived(const HeadTrace& trace) {
    return trace.large.is_used();
}

/// Returns the factor that turns a score into a scaled score.
inline Real scaling(const Cells& cells) {
    return scaling(cells.derived_from()->large);
}

/// Returns an upper bound of |score| in a derived head.
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

/// Whether the sum of a query's powers in a derived head is finite and above 0, so that it can be
/// divided by.
inline bool has_sum(const Cells& cells, Index query) {
    const Real sum = cells.derived_from()->large.sum[static_cast<std::size_t>(query)];
    return sum > 0 && std::isfinite(sum);
}

/// Returns the logarithm of the divisor of a query's powers: weight = e^(scaled score − this).
inline Real log_sum(const Cells& cells, Index query) {
    const LargeHead& head = cells.derived_from()->large;
    const auto at = static_cast<std::size_t>(query);
    return head.largest[at] + std::log(head.sum[at]);
}

} // namespace attn
