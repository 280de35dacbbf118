// SPDX-License-Identifier: MIT
#include "core/engine/numbers/parallel.h"

#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/pool.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <thread>

#ifdef __unix__
#include <pthread.h>
#include <unistd.h>
#endif

namespace attn {
namespace {

/// The multiplications that justify one more core, for each number in a register: about 200 µs, of
/// which waking a core takes up to 80.
constexpr Real worth_a_core = 900e3;
constexpr unsigned most_cores = 16; // beyond this, memory limits the speed

/// Ends the threads when the process ends, but not when a forked process does, which has the pool
/// but none of its threads.
class Ending {
public:
    explicit Ending(Pool& pool) : pool_(pool) {}
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
#ifdef __unix__
    ~Ending() {
        if (::getpid() == process_)
            pool_.end();
    }

private:
    const pid_t process_ = ::getpid();
#else
    ~Ending() {
        pool_.end();
    }

private:
#endif
    Pool& pool_;
};

/// The only global state that belongs to the process: cores are the machine's, not a document's,
/// and no computed number depends on them. The pool is never destroyed, so that a thread that still
/// computes while the process ends finds one, though without threads.
Pool& pool() {
    static Pool* const made =
        new Pool(std::min(std::max(1U, std::thread::hardware_concurrency()), most_cores) - 1);
    static const Ending ending(*made);
#ifdef __unix__
    static const int told = ::pthread_atfork(nullptr, nullptr, [] { pool().go_alone(); });
    (void)told; // Without memory for this, forked processes are not told; none of them computes
                // anything.
#endif
    return *made;
}

Index cores_worth(Real cost) {
    const Real worth = worth_a_core * static_cast<Real>(kernels().lanes);
    return static_cast<Index>(std::clamp<Real>(std::ceil(cost / worth), 1, most_cores));
}

/// How many cores all phases together justify; they are woken once.
Index cores_for(std::span<const Phase> phases) {
    Index blocks = 1;
    Real cost = 0;
    for (const Phase& phase : phases) {
        blocks = std::max(blocks, (phase.count + phase.block - 1) / phase.block);
        cost += phase.cost;
    }
    return std::min(blocks, cores_worth(cost));
}

} // namespace

Index even_block(Index count, Index most) {
    const Index cores = pool().most_cores();
    const Index each = (count + most * cores - 1) / (most * cores); // blocks
    return std::max<Index>(1, (count + each * cores - 1) / (each * cores));
}

void for_blocks(Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work, Progress* progress) {
    const Phase phase{count, block, cost, work};
    pool().run(std::span(&phase, 1), cores_for(std::span(&phase, 1)), progress);
}

void wake_cores(Real cost) {
    pool().wake_for(cores_worth(cost));
}

void for_phases(const std::vector<Phase>& phases, Progress* progress) {
    pool().run(phases, cores_for(phases), progress);
}

} // namespace attn
