// SPDX-License-Identifier: MIT
// The results of the document. Quick evaluations are done at once, others on a thread.
#pragma once

#include "app/session/evaluator.h"

namespace app {

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
    /// The same with covered numbers hidden (see core/document/covers.h).
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
