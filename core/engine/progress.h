// SPDX-License-Identifier: MIT
// How far a long calculation has come, and a request to cancel it; shared by its threads and the
// one that waits.
#pragma once

#include <atomic>
#include <cstdint>

namespace attn {

/// Passed to a calculation by pointer; may be null. A cancelled calculation returns soon, and its
/// result must not be used.
struct Progress {
    std::atomic<std::int64_t> done{0};  // multiplications (see cost.h); never falls
    std::atomic<std::int64_t> total{0}; // a rough total; 0 if unknown
    std::atomic<bool> is_cancelled{false};
};

inline bool is_cancelled(const Progress* progress) {
    return progress && progress->is_cancelled.load(std::memory_order_relaxed);
}

} // namespace attn
