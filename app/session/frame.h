// SPDX-License-Identifier: MIT
// What panels, keys and actions may see and do during one frame. What they ask for goes into the
// outbox.
#pragma once

#include "app/input/input.h"
#include "app/input/line_edit.h"
#include "app/session/outbox.h"
#include "app/session/results.h"
#include "app/session/ui_state.h"

namespace app {

/// What panels and actions may see and do during one frame.
struct Frame {
    const attn::Document& document; // the newest: what keys and edits act on
    Results& results;
    const attn::History& history;
    attn::View& view;
    UiState& ui;
    Outbox& outbox;
    const Clipboard& clipboard;

    /// What is seen: a document with its trace. It may be from before the newest edits, and must
    /// not be looked at where there is nothing to see (see Results::is_shown).
    const attn::Calculation& shown() const { return results.seen(); }
    /// The same with the numbers that are covered, for what computes with them.
    const attn::Calculation& exact() const { return results.shown(); }
    bool is_shown() const { return results.is_shown(document); }
    /// Waits until what is seen is the document; for what must be exact. False: no memory for it.
    bool settle() const { return results.settle(document); }
};

} // namespace app
