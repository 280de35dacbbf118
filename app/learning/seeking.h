// SPDX-License-Identifier: MIT
// Asking for the values of computed numbers: the form, the search on its thread, and what it found,
// which is seen on the canvas and becomes the document only when it is accepted.
#pragma once

#include "app/session/session.h"

#include <string>

namespace app {

/// Opens the form for the number, or for all selected ones where it is among them; says why where
/// it cannot be sought. `typed` is what the target begins with.
void begin_seeking(const Frame& frame, const attn::Place& place, const std::string& typed = "");
/// Why the number cannot be sought; empty: it can.
std::string cannot_seek(const attn::Document& document, const attn::Place& place);

void seek_goal(Session& session, SeekGoal wanted);
/// Closes the form; a search that runs ends by itself.
void leave_seeking(UiState& ui);
/// What Enter means now.
SeekGoal confirmed(const Seeking& seeking);
/// What the thread has found is seen.
void follow_seeking(Session& session);

/// "0.8 was not reached; the nearest found is 0.61", or that it is reached; of several how many
/// are.
std::string outcome(const Seeking& seeking);

/// Turns the paint of a cell of the pattern on or off, and makes it the target.
void paint(const attn::Document& document, Seeking& seeking, attn::Index row, attn::Index column);

void press_in_seeking(const Frame& frame, const KeyPress& key);
void type_in_seeking(const Frame& frame, const std::string& text);

} // namespace app
