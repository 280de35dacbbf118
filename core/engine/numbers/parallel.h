// SPDX-License-Identifier: MIT
// Loops on all cores, for work large enough to pay for waking them.
#pragma once

#include "core/base/matrix.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace attn {

// How far a long calculation has come, and a request to cancel it; shared by its threads and the
// one that waits.

/// Passed to a calculation by pointer; may be null. A cancelled calculation returns soon, and its
/// result must not be used.
struct Progress {
    std::atomic<std::int64_t> done{0};  // multiplications (see plan.h); never falls
    std::atomic<std::int64_t> total{0}; // a rough total; 0 if unknown
    std::atomic<bool> is_cancelled{false};
};

inline bool is_cancelled(const Progress* progress) {
    return progress && progress->is_cancelled.load(std::memory_order_relaxed);
}

/// Calls work(first, last) for blocks that together cover 0 … count, each once, on as many cores as
/// pay off. `cost` is roughly the multiplications of all the work; a small cost wakes no other
/// core. The work must not throw. `progress` is updated after every block; once it is cancelled,
/// the remaining blocks are skipped. Any thread may call this at any time, also from within such
/// work.
void for_blocks(Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work,
                Progress* progress = nullptr);

/// One of several loops that follow each other.
struct Phase {
    Index count = 0, block = 1;
    Real cost = 0;
    std::function<void(Index first, Index last)> work;
};

/// Runs loops that each need all of the one before; the cores are woken once.
void for_phases(const std::vector<Phase>& phases, Progress* progress = nullptr);

/// Wakes as many cores as pay off for loops that together take `cost` and begin soon, one after the
/// other. The cores then take part in all of them, also in short ones.
void wake_cores(Real cost);

/// Returns a block size, at most `most`, that gives every core the same number of blocks.
Index even_block(Index count, Index most);

} // namespace attn
