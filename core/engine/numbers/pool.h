// SPDX-License-Identifier: MIT
// Threads that stay alive. They take part in any caller's loop, look for the next one for a moment,
// and then sleep until they are woken, which takes about 10 µs; starting a thread takes 100 µs.
// oneTBB's threads wake as fast, but on systems that pack threads on few cores it shared hardly any
// loop of less than 2 ms (tests/benchmark/pool_benchmark).
#pragma once

#include "core/engine/numbers/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace attn {

class Pool {
public:
    /// Starts no thread yet: threads start when a loop first needs them, at most `most_threads`.
    explicit Pool(Index most_threads) : most_threads_(most_threads) {}
    ~Pool() { end(); }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// Runs the phases one after the other, on this thread and others, `cores` in all. Threads that
    /// are awake take part even if fewer cores are asked for. Any thread may call this at any time,
    /// also from within the work of a phase.
    void run(std::span<const Phase> phases, Index cores, Progress* progress = nullptr);

    /// Wakes threads for loops that begin soon; with this one they make `cores`.
    void wake_for(Index cores) {
        if (!is_alone_ && cores > 1)
            wake(std::min(cores - 1, most_threads_));
    }

    /// Ends the threads and waits for them. Later loops run on their callers alone.
    void end();

    /// Call this in a forked process: it has the pool but none of its threads, and whatever they
    /// were writing stays as it was. Later loops run on their callers alone.
    void go_alone() { is_alone_ = true; }

    Index most_cores() const { return most_threads_ + 1; }
    /// Whether every thread ever started is asleep.
    bool is_asleep() const { return awake_ == 0; }

private:
    struct Loop;
    /// Where threads find a running loop. The loop's caller waits until every thread has left it.
    struct alignas(64) Slot {
        std::atomic<Loop*> loop{nullptr};
        std::atomic<int> inside{0}; // threads that may be reading the loop
        std::atomic<bool> is_taken{false};
    };

    Slot* take_slot();
    void wake(Index threads);
    void start(Index threads);
    void keep_off_this_core();
    bool take_part();
    void sleep();
    void help();

    const Index most_threads_;
    std::array<Slot, 16> slots_;   // a caller that finds no free slot works alone
    std::atomic<int> awake_{0};    // threads that work or look for work
    std::atomic<int> calls_{0};    // incremented by every call to wake up
    std::atomic<int> avoided_{-1}; // the core that threads keep off: the one that last woke them
    std::atomic<bool> is_over_{false}, is_alone_{false};
    std::mutex starting_; // guards the list of threads
    std::vector<std::thread> threads_;
};

} // namespace attn
