// SPDX-License-Identifier: MIT
#include "app/session/evaluator.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/derived.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace app {

using namespace attn;
using Clock = std::chrono::steady_clock;

Trace evaluate_beside(const Document& document, const Calculation* before, Progress& progress) {
    if (!before)
        return evaluate(document, &progress);
    if (has_stage(document, Stage::Weights))
        progress.total =
            static_cast<std::int64_t>(evaluation_cost(document, before->document, before->trace));
    // Matrices that are computed again completely need not be copied.
    Trace trace;
    trace.heads.resize(before->trace.heads.size());
    for (std::size_t head = 0; head < trace.heads.size() && !progress.is_cancelled; ++head)
        if (is_derived(before->trace.heads[head]))
            trace.heads[head] = before->trace.heads[head];
    return evaluate(document, before->document, std::move(trace), &progress);
}

Evaluator::Evaluator(Work work) : work_(std::move(work)) {}

Evaluator::~Evaluator() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        waiting_.reset();
        progress_.is_cancelled = true;
    }
    changed_.notify_all();
    if (thread_.joinable())
        thread_.join();
}

void Evaluator::wake_by(std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    wake_ = std::move(wake);
}

bool Evaluator::ask(Document document, std::shared_ptr<const Calculation> before) {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) {
        try {
            thread_ = std::thread([this] { this->work(); });
        } catch (const std::system_error&) {
            return false;
        } catch (const std::bad_alloc&) {
            return false;
        }
    }
    if (running_ && !have_same_places(*running_, document))
        progress_.is_cancelled = true;
    waiting_ = Wish{std::move(document), std::move(before)};
    changed_.notify_all();
    return true;
}

void Evaluator::cancel() {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    done_.reset();
    if (running_)
        progress_.is_cancelled = true;
}

std::optional<Evaluated> Evaluator::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, std::nullopt);
}

void Evaluator::wait(std::optional<std::chrono::milliseconds> most) {
    std::unique_lock lock(mutex_);
    const auto is_over = [this] { return done_ || (!running_ && !waiting_); };
    if (most)
        changed_.wait_for(lock, *most, is_over);
    else
        changed_.wait(lock, is_over);
}

bool Evaluator::is_idle() const {
    const std::lock_guard lock(mutex_);
    return !running_ && !waiting_;
}

std::optional<Running> Evaluator::running() const {
    const std::lock_guard lock(mutex_);
    if (!running_)
        return std::nullopt;
    Running running{Clock::now() - begin_, std::nullopt};
    if (const auto total = progress_.total.load(); total > 0)
        running.fraction =
            std::min(1.0, static_cast<double>(progress_.done.load()) / static_cast<double>(total));
    return running;
}

void Evaluator::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || waiting_; });
        if (is_ending_)
            return;
        Wish wish = *std::move(waiting_);
        waiting_.reset();
        carry_out(std::move(wish), lock);
        changed_.notify_all();
        if (wake_ && !is_ending_)
            wake_();
    }
}

void Evaluator::carry_out(Wish wish, std::unique_lock<std::mutex>& lock) {
    begin_ = Clock::now();
    progress_.done = progress_.total = 0;
    progress_.is_cancelled = false;
    running_ = &wish.document;
    lock.unlock();
    Evaluated evaluated;
    evaluated.before = wish.before;
    try {
        Trace trace = work_(wish.document, wish.before.get(), progress_);
        evaluated.calculation =
            std::make_shared<Calculation>(Calculation{wish.document, std::move(trace)});
    } catch (const std::bad_alloc&) { // The null calculation reports it.
    }
    if (progress_.is_cancelled)
        evaluated.calculation.reset(); // Freeing it may take long, but no one waits.
    wish.before.reset();
    lock.lock();
    evaluated.time = Clock::now() - begin_;
    running_ = nullptr;
    if (progress_.is_cancelled)
        return;
    if (waiting_ && evaluated.calculation)
        waiting_->before = evaluated.calculation; // A closer starting point than the earlier one.
    done_ = std::move(evaluated);
}

} // namespace app
