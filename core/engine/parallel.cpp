// SPDX-License-Identifier: MIT
#include "core/engine/parallel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace attn {
namespace {

constexpr Real worth_a_core = 8e6;    // multiplications; a core takes up to 80 µs to wake
constexpr unsigned most_threads = 16; // beyond that memory is what takes the time

Index core_count() {
    return std::min(std::max(1U, std::thread::hardware_concurrency()), most_threads);
}

/// Lets a thread begin on another core than this one. Where a system packs threads on few cores, a
/// new thread waits on its maker's core until that rests, which is when nothing is left to do.
void begin_elsewhere([[maybe_unused]] std::thread& thread) {
#ifdef __linux__
    cpu_set_t others;
    if (sched_getaffinity(0, sizeof others, &others) != 0)
        return; // More cores than a set holds: the system knows best.
    CPU_CLR(sched_getcpu(), &others);
    if (CPU_COUNT(&others) > 0)
        pthread_setaffinity_np(thread.native_handle(), sizeof others, &others);
#endif
}

} // namespace

Index even_block(Index count, Index most) {
    const Index cores = core_count();
    const Index each = (count + most * cores - 1) / (most * cores); // blocks
    return std::max<Index>(1, (count + each * cores - 1) / (each * cores));
}

namespace {

struct Loop {
    const Phase& phase;
    Progress* progress;
    std::atomic<Index> next{0};

    void take_part() {
        while (next < phase.count && !is_cancelled(progress)) {
            const Index first = next.fetch_add(phase.block);
            if (first >= phase.count)
                return;
            const Index last = std::min(first + phase.block, phase.count);
            phase.work(first, last);
            if (progress)
                progress->done += static_cast<std::int64_t>(
                    phase.cost * static_cast<Real>(last - first) / static_cast<Real>(phase.count));
        }
    }
};

} // namespace

/// Where the cores find the loop that runs. It outlives the last of them: nobody waits for those
/// that have nothing more to do.
struct Cores::Meeting {
    std::atomic<Loop*> loop{nullptr};
    std::atomic<Index> inside{0}; // others that may be looking at it
    std::atomic<bool> is_over{false};

    void help() {
        while (!is_over) {
            ++inside;
            if (Loop* const found = loop)
                found->take_part();
            --inside;
            std::this_thread::yield(); // What comes next comes soon; sleeping would take longer.
        }
    }
};

Cores::Cores(Index count) {
    if (count <= 1)
        return; // To ask how many there are takes longer than little work.
    try {
        for (Index others = std::min(count, core_count()) - 1; others > 0; --others) {
            if (!meeting_)
                meeting_ = std::make_shared<Meeting>();
            std::thread other([meeting = meeting_] { meeting->help(); });
            begin_elsewhere(other);
            other.detach();
        }
    } catch (const std::system_error&) { // No more threads: those there are do it.
    } catch (const std::bad_alloc&) {
    }
}

Cores::~Cores() {
    if (meeting_)
        meeting_->is_over = true;
}

void Cores::run(const Phase& phase, Progress* progress) {
    Loop loop{phase, progress};
    if (meeting_)
        meeting_->loop = &loop;
    loop.take_part();
    if (!meeting_)
        return;
    // What is left is in the hands of others, and little. Whoever enters now finds no loop.
    meeting_->loop = nullptr;
    while (meeting_->inside > 0)
        std::this_thread::yield();
}

Index cores_worth(Real cost) {
    const Real cores = std::ceil(cost / worth_a_core);
    return static_cast<Index>(std::clamp<Real>(cores, 1, most_threads));
}

void for_blocks(Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work, Progress* progress) {
    for_phases({{count, block, cost, work}}, progress);
}

void for_blocks(Cores* cores, Index count, Index block, Real cost,
                const std::function<void(Index first, Index last)>& work) {
    if (cores)
        cores->run({count, block, cost, work});
    else
        for_blocks(count, block, cost, work);
}

void for_phases(const std::vector<Phase>& phases, Progress* progress) {
    Index wanted = 1; // cores
    for (const Phase& phase : phases)
        wanted = std::max(wanted, std::min((phase.count + phase.block - 1) / phase.block,
                                           cores_worth(phase.cost)));
    Cores cores(wanted);
    for (const Phase& phase : phases)
        cores.run(phase, progress);
}

} // namespace attn
