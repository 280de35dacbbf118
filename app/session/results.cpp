// SPDX-License-Identifier: MIT
#include "app/session/results.h"

#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/pass/cells.h"

#include <algorithm>
#include <cassert>
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

namespace {

using std::chrono::milliseconds;

// Multiplications. A slow core without wide instructions makes 2e9 per second.
constexpr Real trifle = 5e6; // too little work to wake a thread for, however slow the machine
constexpr Real quick = 2e8;

constexpr milliseconds not_quick(60), quick_again(15);
// An evaluation that takes no longer than this seems immediate.
constexpr milliseconds moment(30), moment_without_picture(100);

/// Above this size the shown result is freed before the next is computed: memory holds no two.
constexpr Index most_held = Index(1) << 27; // numbers: 1 GiB

} // namespace

Results::Results(Evaluator::Work work) : evaluator_(std::move(work)) {
    Document document = new_document();
    Trace trace = evaluate(document);
    nothing_ = std::make_shared<Calculation>(Calculation{std::move(document), std::move(trace)});
    shown_ = nothing_;
}

bool Results::is_shown(const Document& newest) const {
    // Usually it is the same document with shared parts: that is checked first and fast.
    return is_of(newest) || (!is_nothing() && have_same_places(shown_->document, newest));
}

bool Results::is_of(const Document& newest) const {
    return !is_nothing() && shown_->document == newest;
}

bool Results::is_quick(const Document& newest) const {
    const Real most = is_slow_ ? trifle : quick;
    if (evaluation_cost(newest) <= most)
        return true;
    // A running thread may be reading the shown result.
    return !is_nothing() && evaluator_.is_idle() &&
           evaluation_cost(newest, shown_->document, shown_->trace) <= most;
}

void Results::follow(const Document& newest) {
    if (std::exchange(has_no_memory_, false))
        throw std::bad_alloc();
    take(newest);
    if (is_of(newest)) {
        if (std::exchange(asked_, std::nullopt))
            evaluator_.cancel();
        return;
    }
    if (asked_ && *asked_ == newest)
        return;
    if (is_quick(newest)) {
        make(newest);
        return;
    }
    const bool was_idle = evaluator_.is_idle();
    if (numbers_held(shown_->trace) > most_held) {
        shown_ = nothing_;
        seen_ = nullptr;
    }
    if (!evaluator_.ask(newest, is_nothing() ? nullptr : shown_)) {
        make(newest);
        return;
    }
    asked_ = newest;
    if (!was_idle)
        return;
    evaluator_.wait(is_shown(newest) ? moment : moment_without_picture);
    take(newest);
}

bool Results::settle(const Document& newest) {
    try {
        for (follow(newest); !is_of(newest); follow(newest))
            evaluator_.wait();
    } catch (const std::bad_alloc&) {
        has_no_memory_ = true;
    }
    return !has_no_memory_;
}

void Results::make(const Document& document) {
    evaluator_.cancel();
    asked_.reset();
    has_no_memory_ = false;
    const auto start = std::chrono::steady_clock::now();
    // If memory does not suffice, the old result is lost.
    const auto before = std::exchange(shown_, nothing_);
    const bool is_ours = before != nothing_ && before.use_count() == 1 && evaluator_.is_idle();
    Trace trace = is_ours ? evaluate(document, before->document, std::move(before->trace))
                          : evaluate(document);
    const auto time = std::chrono::steady_clock::now() - start;
    is_slow_ = is_slow_ || time > not_quick;
    show({std::make_shared<Calculation>(Calculation{document, std::move(trace)}), {}, time}, true);
}

void Results::take(const Document& newest) {
    auto done = evaluator_.take();
    if (!done)
        return;
    if (!done->calculation) {
        asked_.reset();
        evaluator_.cancel();
        throw std::bad_alloc();
    }
    is_slow_ = is_slow_ && done->time > quick_again;
    if (asked_ && *asked_ == done->calculation->document)
        asked_.reset();
    if (have_same_places(done->calculation->document, newest))
        show(*std::move(done), done->before.lock() == shown_);
}

void Results::show(Evaluated evaluated, bool is_next) {
    const bool was_covered = seen_ != nullptr;
    shown_ = std::move(evaluated.calculation);
    seen_ = shown_->document.covers.empty() ? nullptr
                                            : std::make_shared<const Calculation>(as_seen(*shown_));
    time_ = evaluated.time;
    // Covering or revealing changes more of the picture than was computed.
    count_ += is_next && !was_covered && !seen_ ? 1 : 2;
}

} // namespace app
