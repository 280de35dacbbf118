// SPDX-License-Identifier: MIT
// Decides who takes a key: a dialog, the presentation, a card, the typed text, a part of the
// window, a shortcut, or the canvas.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"

#include <vector>

namespace app {

void take_key(const Frame& frame, const KeyEvent& event, const std::vector<Action>& actions);

// Keys in dialogs: questions, choosing a file, unsaved work that is offered.

/// Whether a dialog is open. It takes all keys.
bool is_asking(const UiState& ui);

void press_in_dialog(const Frame& frame, const KeyPress& key);
void type_in_dialog(const Frame& frame, const std::string& text);

// Also called by buttons.
void answer(const Frame& frame, std::size_t choice);
void accept_file(const Frame& frame);
/// Opens or saves the file that was chosen here or in the desktop's dialog.
void take_file(const Frame& frame, FileDialog::Purpose purpose, const std::string& path);
void close_file_dialog(const Frame& frame);
void restore_chosen(const Frame& frame);
/// Asks for confirmation on the first call.
void discard_chosen(const Frame& frame);

} // namespace app
