// SPDX-License-Identifier: MIT
// The card that edits title and notes of the document.
#pragma once

#include "app/session/frame.h"

#include <string>

namespace app {

void open_about(const Frame& frame);
/// Takes over title and notes as one step of undo, and closes the card.
void confirm_about(const Frame& frame);

/// Tab goes to the other field, Enter ends the title and breaks a line of the notes, Ctrl+Enter
/// confirms.
void press_in_about(const Frame& frame, const KeyPress& key);
void type_in_about(const Frame& frame, const std::string& text);

} // namespace app
