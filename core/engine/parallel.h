// SPDX-License-Identifier: MIT
// Loops on all cores, for work that is worth waking them.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/progress.h"

#include <functional>
#include <vector>

namespace attn {

/// Calls work(first, last) for blocks that together are 0 … count, each once, on as many cores as
/// are worth it. `cost` is about how many multiplications all of it takes: little work wakes
/// nobody. The work must not throw. `progress` hears of every block; once it is cancelled, blocks
/// are left out. Any thread may call this at any time, also within such work.
void for_blocks(Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work,
                Progress* progress = nullptr);

/// A loop of several that follow each other.
struct Phase {
    Index count = 0, block = 1;
    Real cost = 0;
    std::function<void(Index first, Index last)> work;
};

/// The same for loops each of which needs all of the one before: the cores are woken once.
void for_phases(const std::vector<Phase>& phases, Progress* progress = nullptr);

/// Wakes the cores that loops are worth which together take `cost`, and begin soon one after the
/// other: they take part in all of them, also in short ones.
void wake_cores(Real cost);

/// How large blocks of at most `most` are if each core is to get as many as every other.
Index even_block(Index count, Index most);

} // namespace attn
