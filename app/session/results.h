// SPDX-License-Identifier: MIT
// The results of the document. Quick evaluations are done at once, others on a thread.
#pragma once

#include "core/document/model/evaluate.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace app {

// Evaluates documents on its own thread. Of the documents that wait, only the newest is evaluated.

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

/// Holds a document with its own trace. While a newer document is being evaluated, this is an older
/// one; it is shown only if it has the same places as the newest.
class Results {
public:
    explicit Results(Evaluator::Work work = evaluate_beside);

    /// Evaluates the newest document, or starts its evaluation on the thread and waits a moment.
    /// Takes results that arrived meanwhile. Throws std::bad_alloc if memory does not suffice.
    void follow(const attn::Document& newest);
    /// Waits until the newest document is the shown one, however long that takes. Returns false if
    /// memory does not suffice; the next `follow` throws for it.
    bool settle(const attn::Document& newest);
    /// Evaluates the document at once and drops all other work. Throws std::bad_alloc.
    void make(const attn::Document& document);

    /// The document that was evaluated last, with its trace. The reference is valid until the next
    /// call of follow, settle or make.
    const attn::Calculation& shown() const { return *shown_; }
    /// The same with covered numbers hidden (see core/document/model/covers.h).
    const attn::Calculation& seen() const { return seen_ ? *seen_ : *shown_; }
    /// Whether the shown document has the same places as `newest`. If not, it must not be read.
    bool is_shown(const attn::Document& newest) const;
    /// Whether the shown document is `newest` itself.
    bool is_of(const attn::Document& newest) const;

    /// The running evaluation, if its result is wanted.
    std::optional<Running> running() const { return asked_ ? evaluator_.running() : std::nullopt; }
    /// Whether the thread is working. When it is not, its last `wake` has been called.
    bool is_working() const { return !evaluator_.is_idle(); }
    void wake_by(std::function<void()> wake) { evaluator_.wake_by(std::move(wake)); }

    /// How long the last evaluation took, and a counter of evaluations. The counter grows by one if
    /// the result was made from the one shown before, else by more.
    std::chrono::nanoseconds time() const { return time_; }
    std::uint64_t count() const { return count_; }

private:
    bool is_quick(const attn::Document& newest) const;
    void take(const attn::Document& newest);
    /// `is_next`: whether the result was made from the one that is shown now.
    void show(Evaluated evaluated, bool is_next);
    bool is_nothing() const { return shown_ == nothing_; }

    std::shared_ptr<attn::Calculation> nothing_; // stands for a result that is not there
    std::shared_ptr<attn::Calculation> shown_;
    std::shared_ptr<const attn::Calculation> seen_; // null if nothing is covered
    std::optional<attn::Document> asked_;           // the document that the evaluator has
    std::chrono::nanoseconds time_{0};
    std::uint64_t count_ = 0;
    bool is_slow_ = false; // an evaluation estimated as quick was not
    bool has_no_memory_ = false;
    Evaluator evaluator_; // last: its thread uses the shown result
};

} // namespace app
