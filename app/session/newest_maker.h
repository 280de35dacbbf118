// SPDX-License-Identifier: MIT
// Makes things on its own thread. If several requests wait, it makes only the newest; if several
// results are ready, the caller gets only the newest.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace app {

template <class Wish, class Made>
class NewestMaker {
public:
    /// Calls `make` on the thread; if it returns nothing, there is no new result. Calls `wake` on
    /// the thread after each result; it may be empty.
    NewestMaker(std::function<std::optional<Made>(Wish)> make, std::function<void()> wake)
        : make_(std::move(make)), wake_(std::move(wake)), thread_([this] { work(); }) {}
    /// Waits for the result that is being made.
    ~NewestMaker() {
        {
            const std::lock_guard lock(mutex_);
            is_ending_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    NewestMaker(const NewestMaker&) = delete;
    NewestMaker& operator=(const NewestMaker&) = delete;

    /// Replaces the wish that waits.
    void ask(Wish wish) {
        const std::lock_guard lock(mutex_);
        waiting_ = std::move(wish);
        changed_.notify_one();
    }
    /// Takes the latest result, once.
    std::optional<Made> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(made_, std::nullopt);
    }
    bool has_news() const {
        const std::lock_guard lock(mutex_);
        return made_.has_value();
    }
    /// Whether a wish is being made or waits. `wake` was called for everything made before.
    bool is_working() const {
        const std::lock_guard lock(mutex_);
        return is_making_ || waiting_;
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            is_making_ = false;
            changed_.wait(lock, [this] { return is_ending_ || waiting_; });
            if (is_ending_)
                return;
            Wish wish = *std::exchange(waiting_, std::nullopt);
            is_making_ = true;
            lock.unlock();
            std::optional<Made> made = make_(std::move(wish));
            lock.lock();
            if (!made)
                continue;
            made_ = std::move(made);
            if (is_ending_ || !wake_)
                continue;
            lock.unlock();
            wake_();
            lock.lock();
        }
    }

    const std::function<std::optional<Made>(Wish)> make_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Wish> waiting_;
    std::optional<Made> made_;
    bool is_making_ = false, is_ending_ = false;
    std::thread thread_; // last: it uses the members above
};

} // namespace app
