// SPDX-License-Identifier: MIT
// Pastes numbers. A matrix that fits goes in at once; otherwise a card asks how to place it.
#pragma once

#include "app/session/frame.h"
#include "core/io/paste.h"

#include <string>

namespace app {

/// Pastes the clipboard's matrix at the selection, or opens the card that asks where to. If nothing
/// is selected, pastes the words of a sentence after the query word. Text that cannot be read
/// changes nothing and shows why.
void paste(const Frame& frame);

/// Chooses another matrix of the pasted text.
void choose_grid(const Frame& frame, std::size_t grid);
/// Pastes in the chosen way and closes the card.
void confirm_pasting(const Frame& frame);

/// Describes operations in the text that were applied to the matrix: "multiplied by 0.5, as the
/// text says; transposed, as .T says". Usually empty.
std::string applied_text(const attn::io::PastedGrid& grid);

/// Keys of the card: arrows choose the way, Tab the matrix, Enter pastes, Esc leaves.
void press_in_pasting(const Frame& frame, const KeyPress& key);

} // namespace app
