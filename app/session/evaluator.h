// SPDX-License-Identifier: MIT
// Evaluates documents on its own thread. Of the documents that wait, only the newest is evaluated.
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

/// The result of evaluating a document, or that there was not enough memory for it.
struct Evaluated {
    std::shared_ptr<attn::Calculation> calculation; // null: there was not enough memory
    std::weak_ptr<const attn::Calculation> before;  // the calculation it was made from; may be gone
    std::chrono::nanoseconds time{0};
};

/// The evaluation that is running.
struct Running {
    std::chrono::nanoseconds time{0};
    std::optional<double> fraction; // the share of the work that is done; nothing if unknown
};

class Evaluator {
public:
    /// Returns the trace of a document. `before` is the previous result, or null. If the progress
    /// is cancelled, the result is discarded.
    using Work = std::function<attn::Trace(const attn::Document&, const attn::Calculation* before,
                                           attn::Progress&)>;

    explicit Evaluator(Work work);
    /// Cancels the running evaluation and waits for it to end.
    ~Evaluator();
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// Sets the function that the thread calls whenever a result is ready.
    void wake_by(std::function<void()> wake);

    /// Replaces the waiting document. A running evaluation continues, and its result can be taken,
    /// if its document has the same places; else it is cancelled. Returns false if no thread can be
    /// started.
    bool ask(attn::Document document, std::shared_ptr<const attn::Calculation> before);
    /// Drops the running evaluation, the waiting document and the result.
    void cancel();

    /// Takes the latest result, once. If nothing runs, the evaluator keeps no reference to it or to
    /// any `before`.
    std::optional<Evaluated> take();
    /// Waits until a result is ready, nothing is left to do, or `most` has passed.
    void wait(std::optional<std::chrono::milliseconds> most = std::nullopt);
    /// Whether nothing runs and nothing waits.
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
    attn::Progress progress_; // the running evaluation's
    std::chrono::steady_clock::time_point begin_;
    std::optional<Evaluated> done_;
    bool is_ending_ = false;
    std::thread thread_; // started on first use
};

/// The evaluation that the program uses: updates only what a change affects if that takes less than
/// a whole pass. Copies what it needs from `before`.
attn::Trace evaluate_beside(const attn::Document& document, const attn::Calculation* before,
                            attn::Progress& progress);

} // namespace app
