// SPDX-License-Identifier: MIT
// Operations on whole heads: swap, copy, switch off and on. Each returns commands that form one
// step of undo.
#pragma once

#include "app/session/frame.h"
#include "core/document/commands/history.h"
#include "core/document/model/view.h"

#include <string>
#include <vector>

namespace app {

/// Swaps two heads with their rows of W_O and everything else that belongs to a head. The error
/// says why that is not possible.
attn::Result<std::vector<attn::Command>> swapped_heads(const attn::Document& document,
                                                       attn::Index one, attn::Index other);

/// Makes head `to` compute what `from` computes; the rows of W_O of `to` stay. If `to` is the
/// number of heads, a head is added.
attn::Result<std::vector<attn::Command>> copied_head(const attn::Document& document,
                                                     attn::Index from, attn::Index to);

/// Sets the shown head's rows of the shown W_O to 0, so that its output has no effect.
attn::Result<attn::Command> switched_off(const attn::Document& document, const attn::View& view);

/// Restores these rows to their last values that were not all 0. If the history has none, they
/// become rows of the identity, as in a new W_O.
attn::Result<attn::Command> switched_on(const attn::Document& document,
                                        const attn::History& history, const attn::View& view);
/// Whether all these rows are 0.
bool is_switched_off(const attn::Document& document, const attn::View& view);

/// Why no head can be switched off; empty if one can.
std::string why_not_switched_off(const attn::Document& document);

// Switches a head off and on through its rows of W_O, as one step of undo.

/// Switches a head of the open attention, or shows why that is not possible.
inline void switch_head(const Frame& frame, attn::Index head, bool is_on) {
    attn::View of_head = frame.view;
    of_head.head = head;
    const auto command = is_on ? switched_on(frame.document, frame.history, of_head)
                               : switched_off(frame.document, of_head);
    if (command)
        frame.outbox.edit(*command);
    else
        frame.ui.message = Message{command.error().text(), true};
}

} // namespace app
