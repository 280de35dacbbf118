// SPDX-License-Identifier: MIT
// Loops in a page, which has a single thread that does every block itself
// (core/engine/numbers/parallel.h).
#include "core/engine/numbers/parallel.h"

#include <algorithm>

namespace attn {

Index even_block(Index count, Index most) {
    const Index blocks = std::max<Index>(1, (count + most - 1) / most);
    return std::max<Index>(1, (count + blocks - 1) / blocks);
}

void for_blocks(Index count, Index block, Real, const std::function<void(Index, Index)>& work,
                Progress*) {
    for (Index first = 0; first < count; first += block)
        work(first, std::min(first + block, count));
}

void for_phases(const std::vector<Phase>& phases, Progress*) {
    for (const Phase& phase : phases)
        for_blocks(phase.count, phase.block, phase.cost, phase.work);
}

void wake_cores(Real) {}

} // namespace attn
