// SPDX-License-Identifier: MIT
#include "core/engine/numbers/pool.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <new>
#include <system_error>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a thread looks for work before it sleeps: the time between the loops of one frame.
constexpr std::chrono::microseconds patience{500};

} // namespace

struct Pool::Loop {
    const Phase& phase;
    Progress* progress;
    std::atomic<Index> next{0};

    /// Takes part in one loop. Returns whether there was anything left to do.
    bool take_part() {
        bool did_any = false;
        while (next < phase.count && !is_cancelled(progress)) {
            const Index first = next.fetch_add(phase.block);
            if (first >= phase.count)
                break;
            const Index last = std::min(first + phase.block, phase.count);
            phase.work(first, last);
            did_any = true;
            if (progress)
                progress->done += static_cast<std::int64_t>(
                    phase.cost * static_cast<Real>(last - first) / static_cast<Real>(phase.count));
        }
        return did_any;
    }
};

void Pool::run(std::span<const Phase> phases, Index cores, Progress* progress) {
    Slot* const slot = !is_alone_ && (cores > 1 || awake_ > 0) ? take_slot() : nullptr;
    if (slot && cores > 1)
        wake(std::min(cores - 1, most_threads_));
    for (const Phase& phase : phases) {
        Loop loop{phase, progress};
        if (!slot || phase.count <= phase.block) {
            loop.take_part();
            continue;
        }
        slot->loop = &loop;
        loop.take_part();
        // Every block is done or has begun. A thread that looks now finds no loop.
        slot->loop = nullptr;
        while (slot->inside > 0)
            std::this_thread::yield();
    }
    if (slot)
        slot->is_taken = false;
}

Pool::Slot* Pool::take_slot() {
    for (Slot& slot : slots_)
        if (!slot.is_taken && !slot.is_taken.exchange(true))
            return &slot;
    return nullptr;
}

/// Starts and wakes threads. If another thread is about to do the same, leaves it to that one. So
/// it never waits, not even in a forked process, which has no threads.
void Pool::wake(Index threads) {
#ifdef __linux__
    const bool keep_off = avoided_ == sched_getcpu();
#else
    constexpr bool keep_off = true;
#endif
    if (keep_off && awake_ >= threads)
        return;
    const std::unique_lock lock(starting_, std::try_to_lock);
    if (!lock || is_over_)
        return;
    start(threads);
    keep_off_this_core();
    ++calls_;
    for (Index woken = awake_; woken < threads; ++woken)
        calls_.notify_one();
}

void Pool::start(Index threads) {
    try {
        while (static_cast<Index>(threads_.size()) < threads) {
            threads_.emplace_back([this] { help(); });
            avoided_ = -1;
        }
    } catch (const std::system_error&) { // no more threads can start: work with those there are
    } catch (const std::bad_alloc&) {
    }
}

/// Some systems pack threads on few cores: a thread that starts or wakes then waits on the core of
/// the thread that woke it until that one rests, which is when nothing is left to do. So this lets
/// the threads run on every core but the one where work is given out now. Takes a few microseconds,
/// and only if the caller has moved to another core.
void Pool::keep_off_this_core() {
#ifdef __linux__
    const int core = sched_getcpu();
    const auto is_this = [](const std::thread& thread) {
        return thread.get_id() == std::this_thread::get_id();
    };
    // If the caller is a pool thread that gives out its own work, no core is avoided.
    if (core == avoided_ || std::any_of(threads_.begin(), threads_.end(), is_this))
        return;
    cpu_set_t others;
    if (sched_getaffinity(0, sizeof others, &others) != 0)
        return; // more cores than a set holds: leave it to the system
    CPU_CLR(core, &others);
    if (CPU_COUNT(&others) == 0)
        return;
    for (std::thread& thread : threads_)
        pthread_setaffinity_np(thread.native_handle(), sizeof others, &others);
    avoided_ = core;
#endif
}

bool Pool::take_part() {
    bool did_any = false;
    for (Slot& slot : slots_) {
        if (!slot.loop)
            continue;
        ++slot.inside;
        if (Loop* const found = slot.loop)
            did_any = found->take_part() || did_any;
        --slot.inside;
    }
    return did_any;
}

void Pool::sleep() {
    const int seen = calls_;
    --awake_;
    if (!is_over_)
        calls_.wait(seen); // returns at once if a call came since
    ++awake_;
}

void Pool::help() {
    ++awake_;
    auto last_work = Clock::now();
    while (!is_over_) {
        if (take_part()) {
            last_work = Clock::now();
        } else if (Clock::now() - last_work < patience) {
            std::this_thread::yield();
        } else {
            sleep();
            last_work = Clock::now();
        }
    }
    --awake_;
}

void Pool::end() {
    const std::lock_guard lock(starting_);
    is_over_ = true;
    ++calls_;
    calls_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
    threads_.clear();
}

} // namespace attn
