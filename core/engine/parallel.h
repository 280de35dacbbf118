// SPDX-License-Identifier: MIT
// Loops on all cores, for work that is worth waking them.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/progress.h"

#include <functional>
#include <memory>
#include <vector>

namespace attn {

/// Calls work(first, last) for blocks that together are 0 … count, each once, on as many cores as
/// there are. `cost` is about how many multiplications all of it takes: little work stays here.
/// The work must not throw. `progress` hears of every block; once it is cancelled, blocks are left
/// out. Any thread may call this at any time.
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

/// Cores that stay awake as long as this lives: for loops that follow each other with other work
/// between them, within the time of a frame.
class Cores {
public:
    /// With the one that calls; fewer where there are fewer.
    explicit Cores(Index count);
    ~Cores();
    Cores(const Cores&) = delete;
    Cores& operator=(const Cores&) = delete;

    /// The loop, on these cores. Only by the thread that made this, and not within other work.
    void run(const Phase& phase, Progress* progress = nullptr);

private:
    struct Meeting;
    std::shared_ptr<Meeting> meeting_; // with the others; nothing where there are none
};

/// How many cores so many multiplications are worth, if there are as many.
Index cores_worth(Real cost);

/// As for_blocks, on cores that are awake; where there are none, on those that it is worth waking.
void for_blocks(Cores* cores, Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work);

/// How large blocks of at most `most` are if each core is to get as many as every other.
Index even_block(Index count, Index most);

} // namespace attn
