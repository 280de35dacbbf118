// SPDX-License-Identifier: MIT
// Threads that stay. They take part in the loops of whoever has one, look out for the next loop for
// a moment, and then sleep until somebody wakes them.
#pragma once

#include "core/engine/parallel.h"

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
    /// Threads start when a loop first asks for them, and never more than so many.
    explicit Pool(Index most_threads) : most_threads_(most_threads) {}
    ~Pool() { end(); }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// Does the phases one after the other, on this thread and as many others as make `cores` with
    /// it. Threads that are awake take part however few cores are asked for. Any thread may call
    /// this at any time, also within the work of a phase.
    void run(std::span<const Phase> phases, Index cores, Progress* progress = nullptr);

    /// Wakes the threads that make `cores` with this one, for loops that begin soon.
    void wake_for(Index cores) {
        if (!is_alone_ && cores > 1)
            wake(std::min(cores - 1, most_threads_));
    }

    /// Ends the threads and waits for them. Later loops are done by their callers alone.
    void end();

    /// For a process that was forked off: it has the pool, but none of its threads, and what those
    /// were about to write is as it was. Later loops are done by their callers alone.
    void go_alone() { is_alone_ = true; }

    Index most_cores() const { return most_threads_ + 1; }
    /// Whether every thread sleeps that was ever started.
    bool is_asleep() const { return awake_ == 0; }

private:
    struct Loop;
    /// Where threads find a loop that runs. Its caller leaves when nobody is inside any more.
    struct alignas(64) Slot {
        std::atomic<Loop*> loop{nullptr};
        std::atomic<int> inside{0}; // threads that may be looking at the loop
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
    std::array<Slot, 16> slots_;   // a caller that finds none free works alone
    std::atomic<int> awake_{0};    // threads that work or look out for work
    std::atomic<int> calls_{0};    // grows with every call to wake up
    std::atomic<int> avoided_{-1}; // the core that threads keep off: that of the last who woke them
    std::atomic<bool> is_over_{false}, is_alone_{false};
    std::mutex starting_; // guards the threads
    std::vector<std::thread> threads_;
};

} // namespace attn
