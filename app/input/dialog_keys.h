// SPDX-License-Identifier: MIT
// Keys in dialogs: questions, choosing a file, unsaved work that is offered.
#pragma once

#include "app/session/frame.h"

namespace app {

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
