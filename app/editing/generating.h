// SPDX-License-Identifier: MIT
// Appends the next word that the model predicts, and tells about it.
#pragma once

#include "app/session/frame.h"
#include "core/document/telling/next_word.h"

namespace app {

/// Opens the card that asks how to choose the word.
void open_generating(const Frame& frame);
/// Append the word. Faults are shown at their field, or in the status bar.
void append_likeliest_word(const Frame& frame);
void append_drawn_word(const Frame& frame);
void append_chosen_word(const Frame& frame);

/// Returns what the fields ask for; the error names the field.
attn::Result<attn::Choosing> choosing(const Generating& how);
/// Returns what is wrong with a field; empty if nothing is, or if the fields are not used.
std::string fault_of(const Generating& how, std::size_t field);
/// Returns the settings whose words the card shows: the fields' values, or their last valid ones
/// while one is wrong.
attn::Choosing shown_choosing(Generating& how);

void press_in_generating(const Frame& frame, const KeyPress& key);
void type_in_generating(const Frame& frame, const std::string& text);

} // namespace app
