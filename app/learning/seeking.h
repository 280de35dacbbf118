// SPDX-License-Identifier: MIT
// Asks for values of computed numbers: the form, the search on its thread, and its result, which
// the canvas shows and which becomes the document only when accepted.
#pragma once

#include "app/session/session.h"

#include <string>

namespace app {

/// Opens the form for the number, or for the whole selection if the number is in it. Shows a
/// message if it cannot be sought. `typed` is the initial text of the target.
void begin_seeking(const Frame& frame, const attn::Place& place, const std::string& typed = "");
/// Why the number cannot be sought; empty if it can.
std::string cannot_seek(const attn::Document& document, const attn::Place& place);

void seek_goal(Session& session, SeekGoal wanted);
/// Closes the form; a running search ends by itself.
void leave_seeking(UiState& ui);
/// The request that Enter makes now.
SeekGoal confirmed(const Seeking& seeking);
/// Shows what the thread has found.
void follow_seeking(Session& session);

/// Describes the result: "0.8 was not reached; the nearest found is 0.61", or that it is reached;
/// for several numbers, how many are.
std::string outcome(const Seeking& seeking);

/// Paints or clears a cell of the pattern, and writes the pattern into the target.
void paint(const attn::Document& document, Seeking& seeking, attn::Index row, attn::Index column);

void press_in_seeking(const Frame& frame, const KeyPress& key);
void type_in_seeking(const Frame& frame, const std::string& text);

} // namespace app
