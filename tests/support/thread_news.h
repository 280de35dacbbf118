// SPDX-License-Identifier: MIT
// Waits, in real time, for news from a thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

namespace attn::test {

class ThreadNews {
public:
    /// Brings news; any thread may call it.
    void bring() {
        const std::lock_guard lock(mutex_);
        is_there_ = true;
        changed_.notify_one();
    }
    bool is_there() {
        const std::lock_guard lock(mutex_);
        return is_there_;
    }
    /// Takes the news. Returns whether there was some.
    bool take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(is_there_, false);
    }
    /// Waits until there is news, no thread works, or the time is over. Takes the news; returns
    /// whether the time is over.
    bool wait(std::chrono::duration<double> time, const std::function<bool()>& works) {
        constexpr std::chrono::milliseconds moment(
            2); // A cancelled thread brings no news at its end.
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
        std::unique_lock lock(mutex_);
        bool is_over = false, is_working = true;
        while (!is_there_ && is_working && !is_over) {
            changed_.wait_for(lock, moment);
            lock.unlock();
            is_working = works();
            is_over = Clock::now() >= end;
            lock.lock();
        }
        return !std::exchange(is_there_, false) && is_working;
    }

private:
    using Clock = std::chrono::steady_clock;

    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_there_ = false;
};

} // namespace attn::test
