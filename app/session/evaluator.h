// SPDX-License-Identifier: MIT
// Evaluates documents on a thread of its own, the newest that was asked for next.
#pragma once

#include "core/document/compare.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace app {

/// What came of a document, or that memory did not suffice for it.
struct Evaluated {
    std::shared_ptr<attn::Calculation> calculation; // null: there was not enough memory
    std::weak_ptr<const attn::Calculation> before;  // what it was made from; it may be gone
    std::chrono::nanoseconds time{0};
};

/// The evaluation that runs.
struct Running {
    std::chrono::nanoseconds time{0};
    std::optional<double> fraction; // of what is to be done; nothing where nobody knows
};

class Evaluator {
public:
    /// Gives the trace of a document; `before` is what was evaluated before, or null. Once the
    /// progress is cancelled its result is not used.
    using Work = std::function<attn::Trace(const attn::Document&, const attn::Calculation* before,
                                           attn::Progress&)>;

    explicit Evaluator(Work work);
    /// Cancels what runs, and waits for its end.
    ~Evaluator();
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// From now on this is called, from the thread, whenever something is done.
    void wake_by(std::function<void()> wake);

    /// Takes the place of what waits. What runs goes on, and what it gives can be taken, if it has
    /// the same places; else it is cancelled. False where no thread is to be had.
    bool ask(attn::Document document, std::shared_ptr<const attn::Calculation> before);
    /// Nothing comes any more of what runs, waits or is done.
    void cancel();

    /// What was done last, once. When nothing runs, nobody else refers to it or to any `before`.
    std::optional<Evaluated> take();
    /// Until something is done or nothing is to be done, or the time is over.
    void wait(std::optional<std::chrono::milliseconds> most = std::nullopt);
    /// Nothing runs and nothing waits.
    bool is_idle() const;
    std::optional<Running> running() const;

private:
    struct Wish {
        attn::Document document;
        std::shared_ptr<const attn::Calculation> before;
    };

    void work();
    void carry_out(Wish wish, std::unique_lock<std::mutex>& lock);

    Work work_;
    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Wish> waiting_;
    const attn::Document* running_ = nullptr;
    attn::Progress progress_; // of what runs
    std::chrono::steady_clock::time_point begin_;
    std::optional<Evaluated> done_;
    bool is_ending_ = false;
    std::thread thread_; // begun when it is needed first
};

/// The work of a lab: follows a change where that takes less than a whole pass. It copies of
/// `before` what it needs.
attn::Trace evaluate_beside(const attn::Document& document, const attn::Calculation* before,
                            attn::Progress& progress);

} // namespace app
