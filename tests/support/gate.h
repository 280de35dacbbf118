// SPDX-License-Identifier: MIT
// Work for an app::Evaluator that ends when the test says so.
#pragma once

#include "app/session/results.h"

#include <condition_variable>
#include <mutex>
#include <new>
#include <string>
#include <vector>

/// Each piece of work notes its document's title, then waits until the gate opens for it or it is
/// cancelled.
class Gate {
public:
    app::Evaluator::Work work() {
        return [this](const attn::Document& document, const attn::Calculation* before,
                      attn::Progress& progress) {
            progress.total = 4;
            std::unique_lock lock(mutex_);
            begun_.push_back(document.title);
            changed_.notify_all();
            while (open_ == 0 && !progress.is_cancelled) // Cancelling does not notify.
                changed_.wait_for(lock, std::chrono::milliseconds(1));
            if (open_ > 0 && !progress.is_cancelled)
                --open_;
            ended_.push_back(progress.is_cancelled ? "cancelled" : document.title);
            changed_.notify_all();
            const bool fails = fails_;
            lock.unlock();
            if (fails)
                throw std::bad_alloc();
            return app::evaluate_beside(document, before, progress);
        };
    }

    void open(int times = 1) {
        const std::lock_guard lock(mutex_);
        open_ += times;
        changed_.notify_all();
    }
    void fail() {
        const std::lock_guard lock(mutex_);
        fails_ = true;
    }
    void wait_for_begun(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return begun_.size() >= count; });
    }
    std::vector<std::string> begun() {
        const std::lock_guard lock(mutex_);
        return begun_;
    }
    std::vector<std::string> ended() {
        const std::lock_guard lock(mutex_);
        return ended_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int open_ = 0;
    bool fails_ = false;
    std::vector<std::string> begun_, ended_;
};
