// SPDX-License-Identifier: MIT
#include "app/learning/training_run.h"

#include <algorithm>
#include <new>
#include <utility>

namespace app {

using namespace attn;

namespace {
constexpr auto no_memory =
    "there is not enough memory to train this document; close other programs or use fewer words";
}

TrainingRun::TrainingRun(Document start, TrainingSettings settings, std::function<void()> wake)
    : start_(std::move(start)), settings_(std::move(settings)), wake_(std::move(wake)),
      thread_([this] { work(); }) {}

TrainingRun::~TrainingRun() {
    end();
    thread_.join();
}

void TrainingRun::go_to(std::size_t step, Real speed) {
    const std::lock_guard lock(mutex_);
    run_to(step, speed);
    is_single_ = false;
}

void TrainingRun::step() {
    const std::lock_guard lock(mutex_);
    // Steps that are asked for faster than they are taken are counted.
    run_to((is_running_ && is_single_ ? target_ : steps_) + 1, 0);
    is_single_ = true;
}

void TrainingRun::run_to(std::size_t step, Real speed) {
    if (has_ended_)
        return;
    target_ = step;
    speed_ = speed;
    due_ = Clock::now();
    is_running_ = target_ > steps_;
    changed_.notify_all();
}

void TrainingRun::pause() {
    const std::lock_guard lock(mutex_);
    target_ = 0;
    changed_.notify_all();
}

void TrainingRun::end() {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    changed_.notify_all();
}

bool TrainingRun::has_ended() const {
    const std::lock_guard lock(mutex_);
    return has_ended_;
}

TrainingRun::News TrainingRun::take() {
    const std::lock_guard lock(mutex_);
    News news = std::exchange(news_, {});
    news.is_running = is_running_;
    return news;
}

bool TrainingRun::has_news() const {
    const std::lock_guard lock(mutex_);
    return news_.newest || news_.fault;
}

std::optional<TrainedState> TrainingRun::nearest(std::size_t step) const {
    const std::lock_guard lock(mutex_);
    return kept_ ? std::optional(kept_->nearest(step)) : std::nullopt;
}

void TrainingRun::fail(Error fault, bool has_diverged) {
    news_.fault = std::move(fault);
    news_.has_diverged = has_diverged;
    target_ = 0;
    is_running_ = false;
    if (wake_ && !is_ending_)
        wake_();
}

void TrainingRun::tell() {
    news_.newest = TrainedState{steps_, training_->document()};
    told_ = Clock::now();
    told_step_ = steps_;
    if (wake_ && !is_ending_)
        wake_();
}

/// Where it rests the last state is told for certain.
void TrainingRun::rest() {
    if (!is_running_ && told_step_ == steps_)
        return;
    is_running_ = false;
    tell();
}

bool TrainingRun::wait_for_step(std::unique_lock<std::mutex>& lock) {
    while (!is_ending_ && (target_ <= steps_ || Clock::now() < due_)) {
        if (target_ <= steps_) {
            rest();
            changed_.wait(lock);
        } else {
            changed_.wait_until(lock, due_);
        }
    }
    return !is_ending_;
}

std::optional<Error> TrainingRun::begin() {
    try {
        auto begun = begin_training(start_, settings_);
        if (!begun)
            return begun.error();
        training_ = *std::move(begun);
    } catch (const std::bad_alloc&) {
        return Error{no_memory};
    }
    return std::nullopt;
}

bool TrainingRun::take_step(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds frame(16);
    if (speed_ > 0)
        due_ = std::max(due_ + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<Real>(1 / speed_)),
                        Clock::now());
    lock.unlock();
    Result<> done = Nothing{};
    bool has_memory = true;
    try {
        done = training_->step();
    } catch (const std::bad_alloc&) {
        has_memory = false;
    }
    lock.lock();
    if (!has_memory) { // What it holds is half done.
        fail(Error{no_memory}, false);
        return false;
    }
    if (!done) {
        fail(done.error(), true);
        return true;
    }
    steps_ = training_->steps();
    news_.losses.push_back(training_->loss());
    if (kept_->wants(steps_))
        kept_->add({steps_, training_->document()});
    if (target_ > steps_ && !news_.newest && Clock::now() - told_ >= frame)
        tell();
    return true;
}

void TrainingRun::work() {
    auto fault = begin();
    std::unique_lock lock(mutex_);
    if (fault) {
        fail(*std::move(fault), false);
    } else {
        kept_.emplace(most_kept(start_, settings_.learned));
        kept_->add({0, settings_.seed ? training_->document() : start_});
        news_.losses.push_back(training_->loss());
        tell();
        while (wait_for_step(lock) && take_step(lock)) {
        }
    }
    is_running_ = false;
    has_ended_ = true;
}

} // namespace app
