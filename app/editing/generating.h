// SPDX-License-Identifier: MIT
// One more word, as the next word of the model says; what is said of it.
#pragma once

#include "app/session/frame.h"
#include "core/document/next_word.h"

namespace app {

/// Opens the card that asks how the word is chosen.
void open_generating(const Frame& frame);
/// Appends the word; what is wrong with a field is said at it, or in the status bar.
void append_likeliest_word(const Frame& frame);
void append_drawn_word(const Frame& frame);
void append_chosen_word(const Frame& frame);

/// What the fields ask for; the error names the field.
attn::Result<attn::Choosing> choosing(const Generating& how);
/// What is wrong with one of the fields; empty where nothing is, or the fields do not count.
std::string fault_of(const Generating& how, std::size_t field);
/// What the card shows the words of: what the fields ask for, or asked for last while one is wrong.
attn::Choosing shown_choosing(Generating& how);

void press_in_generating(const Frame& frame, const KeyPress& key);
void type_in_generating(const Frame& frame, const std::string& text);

} // namespace app
