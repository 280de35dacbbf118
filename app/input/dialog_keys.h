// SPDX-License-Identifier: MIT
// Dialogs by keyboard: questions, choosing a file, unsaved work that is offered.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Whether a dialog is open, which takes every key.
bool is_asking(const UiState& ui);

void press_in_dialog(const Frame& frame, const KeyPress& key);
void type_in_dialog(const Frame& frame, const std::string& text);

// What buttons do as well.
void answer(const Frame& frame, std::size_t choice);
void accept_file(const Frame& frame);
/// What is done with a file once it is chosen, here or in the desktop's dialog.
void take_file(const Frame& frame, FileDialog::Purpose purpose, const std::string& path);
void close_file_dialog(const Frame& frame);
void restore_chosen(const Frame& frame);
/// The first time asks once more.
void discard_chosen(const Frame& frame);

} // namespace app
