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
    static constexpr std::size_t memory_limit = std::size_t{64} << 20; // bytes of distinct matrices

    explicit History(Document document);

    const Document& current() const { return steps_[at_].document; }

    /// Makes `document` the current one. A document equal to the current one adds no step; one
    /// with the gesture of the step before replaces it. What was undone is dropped.
    void push(Document document, std::string description, Gesture gesture);
    /// Takes a gesture back while it runs (Esc during a drag): as if it had not been.
    void cancel(Gesture gesture);

    bool can_undo() const { return at_ > 0; }
    bool can_redo() const { return at_ + 1 < steps_.size(); }
    void undo();
    void redo();
    /// What undo would take back and redo bring again; empty when there is nothing.
    std::string undo_description() const;
    std::string redo_description() const;

    std::size_t position() const { return at_; }
    std::size_t size() const { return steps_.size(); }
    const std::string& description(std::size_t step) const { return steps_[step].description; }

private:
    struct Step {
        Document document;
        std::string description;
        Gesture gesture = 0;
        std::size_t bytes = 0; // of the matrices it does not share with the step before
    };
    void forget_oldest();

    std::vector<Step> steps_;
    std::size_t at_ = 0;
};

} // namespace attn
