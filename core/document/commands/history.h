// SPDX-License-Identifier: MIT
// Undo and redo by keeping whole documents; one gesture is one step.
#pragma once

#include "core/document/commands/command.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// Identifies edits that belong together (one drag, one run of typing) and become one step. Edits
/// with gesture 0 never join.
using Gesture = std::uint64_t;

class History {
public:
    static constexpr std::size_t least_steps = 1000;
    static constexpr std::size_t memory_limit = std::size_t{64}
                                                << 20; // bytes that steps do not share

    explicit History(Document document);

    const Document& current() const { return steps_[at_].document; }
    /// Returns the document before the step that a further edit of this gesture would join.
    const Document& before(Gesture gesture) const;

    /// Makes `document` the current one. Adds no step if it equals the current one; replaces the
    /// last step if that has the same gesture. Drops the undone steps.
    void push(Document document, std::string description, Gesture gesture);
    /// Makes an opened document the current one, as a step of its own: this and later steps have
    /// this `origin`, a number chosen by the caller. One gesture is one step.
    void push_opened(Document document, std::string description, std::size_t origin,
                     Gesture gesture = 0);
    /// Takes back a running gesture (Esc during a drag), as if it had not happened.
    void cancel(Gesture gesture);

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < steps_.size(); }
    void undo();
    void redo();
    /// Undoes or redoes as many steps as needed.
    void go_to(std::size_t step);
    /// What undo or redo would do; empty if there is nothing.
    std::string undo_description() const;
    std::string redo_description() const;

    /// The origin of the current document; 0 at first.
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
        std::size_t bytes = 0; // not shared with the step before
        std::size_t origin = 0;
    };
    void add(Step step);
    void drop_after(std::size_t step);
    void forget_oldest();

    std::vector<Step> steps_;
    std::size_t at_ = 0;
    std::size_t bytes_ = 0; // all steps together
};

} // namespace attn
