// SPDX-License-Identifier: MIT
// Pasting numbers: what just fits goes in at once, anything else is asked about.
#pragma once

#include "app/session/frame.h"
#include "core/io/paste.h"

#include <string>

namespace app {

/// Puts the clipboard's matrix where the selection is, or opens the question where it goes; with
/// nothing selected, the words of a sentence after the query word. What cannot be read changes
/// nothing and says why.
void paste(const Frame& frame);

/// Takes another matrix of the pasted text.
void choose_grid(const Frame& frame, std::size_t grid);
/// Goes the chosen way and closes the question.
void confirm_pasting(const Frame& frame);

/// What the text says beside the matrix and was applied: "multiplied by 0.5, as the text says;
/// transposed, as .T says"; mostly empty.
std::string applied_text(const attn::io::PastedGrid& grid);

/// Keys of the question: arrows choose the way, Tab the matrix, Enter pastes, Esc leaves.
void press_in_pasting(const Frame& frame, const KeyPress& key);

} // namespace app
