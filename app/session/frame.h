// SPDX-License-Identifier: MIT
// What panels, keys and actions see during one frame, and the outbox for their requests. Read it to
// learn what code of the window may use.
#pragma once

#include "app/input/input.h"
#include "app/input/line_edit.h"
#include "app/session/outbox.h"
#include "app/session/results.h"
#include "app/session/ui_state.h"

namespace app {

/// What panels, keys and actions may read and change during one frame.
struct Frame {
    const attn::Document& document; // the newest; keys and edits act on it
    Results& results;
    const attn::History& history;
    attn::View& view;
    UiState& ui;
    Outbox& outbox;
    const Clipboard& clipboard;

    /// The document that is drawn, with its trace. It may be older than the newest edits. Do not
    /// read it while is_shown() is false.
    const attn::Calculation& shown() const { return results.seen(); }
    /// The same with the values of covered numbers, for computing with them.
    const attn::Calculation& exact() const { return results.shown(); }
    bool is_shown() const { return results.is_shown(document); }
    /// Waits until the newest document is the drawn one, for code that needs exact results. Returns
    /// false if there is not enough memory.
    bool settle() const { return results.settle(document); }
};

} // namespace app
