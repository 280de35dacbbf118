// SPDX-License-Identifier: MIT
// What came out of the document: at once where that is quick, else as soon as it is done.
#pragma once

#include "app/session/evaluator.h"

namespace app {

/// What is shown is a document with its own trace. It may be one from before the newest edits,
/// until their evaluation is done; then it has the same places or is not shown.
class Results {
public:
    explicit Results(Evaluator::Work work = evaluate_beside);

    /// The document is the newest. Evaluates it, or has it evaluated and waits a moment; what was
    /// done meanwhile is shown. Throws std::bad_alloc where memory does not suffice for it.
    void follow(const attn::Document& newest);
    /// What is shown is the newest after this, however long it takes. False where memory does not
    /// suffice; `follow` says it then.
    bool settle(const attn::Document& newest);
    /// Evaluates it here and now, and nothing else any more. Throws std::bad_alloc.
    void make(const attn::Document& document);

    /// The document that was evaluated last, and its trace. A reference to it holds until the next
    /// call of the functions above.
    const attn::Calculation& shown() const { return *shown_; }
    /// The same as it is seen: covered numbers stay covered (see core/document/covers.h).
    const attn::Calculation& seen() const { return seen_ ? *seen_ : *shown_; }
    /// Whether what is shown has the places of the document: else it must not be looked at.
    bool is_shown(const attn::Document& newest) const;
    /// Whether what is shown is the document itself.
    bool is_of(const attn::Document& newest) const;

    /// The evaluation that runs, if what it gives is wanted.
    std::optional<Running> running() const { return asked_ ? evaluator_.running() : std::nullopt; }
    /// Whether its thread runs; the wake of its end was called once it does not.
    bool is_working() const { return !evaluator_.is_idle(); }
    void wake_by(std::function<void()> wake) { evaluator_.wake_by(std::move(wake)); }

    /// How long the last evaluation took, and how many there were. The number grows by one where
    /// what is shown was made from what was shown before, by more where something lies between.
    std::chrono::nanoseconds time() const { return time_; }
    std::uint64_t count() const { return count_; }

private:
    bool is_quick(const attn::Document& newest) const;
    void take(const attn::Document& newest);
    /// `is_next`: it was made from what is shown now.
    void show(Evaluated evaluated, bool is_next);
    bool is_nothing() const { return shown_ == nothing_; }

    std::shared_ptr<attn::Calculation> nothing_; // stands for what is not there yet, or any more
    std::shared_ptr<attn::Calculation> shown_;
    std::shared_ptr<const attn::Calculation> seen_; // where anything of it is covered
    std::optional<attn::Document> asked_;           // the evaluator has it
    std::chrono::nanoseconds time_{0};
    std::uint64_t count_ = 0;
    bool is_slow_ = false; // what seemed quick was not
    bool has_no_memory_ = false;
    Evaluator evaluator_; // last: its thread uses what is shown
};

} // namespace app
