// SPDX-License-Identifier: MIT
// Switches a head off and on through its rows of W_O, as one step of undo.
#pragma once

#include "app/editing/heads.h"
#include "app/session/frame.h"

namespace app {

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
