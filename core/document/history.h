// SPDX-License-Identifier: MIT
// Undo and redo by keeping the documents themselves; one gesture is one step.
#pragma once

#include "core/document/command.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// Edits that belong together (one drag, one run of typing) carry the same gesture and become one
/// step. Gesture 0 never joins.
using Gesture = std::uint64_t;

class History {
public:
    static constexpr std::size_t least_steps = 1000;
    static constexpr std::size_t memory_limit = std::size_t{64}
                                                << 20; // bytes that steps do not share

    explicit History(Document document);

    const Document& current() const { return steps_[at_].document; }
    /// The document that a further edit of the gesture leads away from: the one before the step
    /// that it would join.
    const Document& before(Gesture gesture) const;

    /// Makes `document` the current one. A document equal to the current one adds no step; one
    /// with the gesture of the step before replaces it. What was undone is dropped.
    void push(Document document, std::string description, Gesture gesture);
    /// Makes a document from elsewhere the current one, always as a step of its own: this and the
    /// steps after it come from `origin`, a number of the caller's. One gesture is one step.
    void push_opened(Document document, std::string description, std::size_t origin,
                     Gesture gesture = 0);
    /// Takes a gesture back while it runs (Esc during a drag): as if it had not been.
    void cancel(Gesture gesture);

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < steps_.size(); }
    void undo();
    void redo();
    /// Undoes or redoes as many steps as it takes.
    void go_to(std::size_t step);
    /// What undo would take back and redo bring again; empty when there is nothing.
    std::string undo_description() const;
    std::string redo_description() const;

    /// Where the current document comes from; 0 at first.
    std::size_t origin() const { return steps_[at_].origin; }

    std::size_t position() const { return at_; }
    std::size_t size() const { return steps_.size(); }
    const std::string& description(std::size_t step) const { return steps_[step].description; }
    const Document& document(std::size_t step) const { return steps_[step].document; }
    std::size_t origin(std::size_t step) const { return steps_[step].origin; }

private:
    struct Step {
        Document document;
        std::string description;
        Gesture gesture = 0;
        std::size_t bytes = 0; // of what it does not share with the step before
        std::size_t origin = 0;
    };
    void add(Step step);
    void drop_after(std::size_t step);
    void forget_oldest();

    std::vector<Step> steps_;
    std::size_t at_ = 0;
    std::size_t bytes_ = 0; // of all steps
};

} // namespace attn
