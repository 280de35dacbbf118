// SPDX-License-Identifier: MIT
// Typing over something: the text it begins with, and the command that the typed text stands for.
#pragma once

#include "app/session/frame.h"

#include <optional>
#include <string>

namespace app {

/// Returns the current text of the target. Numbers are in the shortest form that reads back the
/// same.
std::string text_of(const attn::Document& document, const EditTarget& target);

/// Returns the command for the text; the error says what is wrong with it.
attn::Result<attn::Command> command_of(const attn::Document& document, const EditTarget& target,
                                       const std::string& text);

/// Begins with the current text, selected, or with `typed` in its place.
void begin_editing(const Frame& frame, const EditTarget& target);
void begin_editing(const Frame& frame, const EditTarget& target, const std::string& typed);

/// Whether the text, as far as it is typed, may be a number.
bool may_be_number(const std::string& typed);

/// Enters the text and returns whether the editing is over. An unchanged text changes nothing. A
/// refused text stays open with its fault.
bool finish_editing(const Frame& frame);
/// Enters the text because the keyboard goes elsewhere. A refused text is dropped with a message;
/// a refused sentence stays in its field.
void leave_editing(const Frame& frame);
/// Drops the text, and what sliders and arrow keys changed since it began.
void cancel_editing(const Frame& frame);

/// Explains why a computed cell cannot be typed over, and what to change instead.
std::string computed_sentence(const attn::Document& document, const attn::SheetId& sheet);

/// Undoes the current drag; returns false if there is none.
bool cancel_drag(const Frame& frame);

// Edits the words of the memory, the second list that keys and values may come from.

/// The word of the memory in whose row the selected cell is.
std::optional<attn::Index> chosen_memory_word(const Frame& frame);

/// Adds a word with numbers 0 after the chosen word, or at the end.
void add_memory_word(const Frame& frame);
/// Renames the chosen word, or the last.
void rename_memory_word(const Frame& frame);
void remove_memory_word(const Frame& frame);

} // namespace app
