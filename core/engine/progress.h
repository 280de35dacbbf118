// SPDX-License-Identifier: MIT
// How far a long calculation has come, and the wish that it end: what its threads and the one that
// waits tell each other.
#pragma once

#include <atomic>
#include <cstdint>

namespace attn {

/// Given to a calculation by pointer, null where nobody asks. One that is cancelled comes back
/// soon, and what it returns must not be used.
struct Progress {
    std::atomic<std::int64_t> done{0};  // multiplications (see cost.h); never falls
    std::atomic<std::int64_t> total{0}; // about how many there will be; 0 where nobody knows
    std::atomic<bool> is_cancelled{false};
};

inline bool is_cancelled(const Progress* progress) {
    return progress && progress->is_cancelled.load(std::memory_order_relaxed);
}

} // namespace attn
