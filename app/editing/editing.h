// SPDX-License-Identifier: MIT
// Typing over something: what text it begins with and what command the typed text asks for.
#pragma once

#include "app/session/frame.h"

#include <optional>
#include <string>

namespace app {

/// The present text of the target: numbers in the shortest form that reads back the same.
std::string text_of(const attn::Document& document, const EditTarget& target);

/// The command that the text asks for; the error says why it cannot be.
attn::Result<attn::Command> command_of(const attn::Document& document, const EditTarget& target,
                                       const std::string& text);

/// Begins with the present text, selected; or with what was typed in its place.
void begin_editing(const Frame& frame, const EditTarget& target);
void begin_editing(const Frame& frame, const EditTarget& target, const std::string& typed);

/// Enters the text. An untouched text changes nothing. A refused one stays open with its fault.
/// Returns whether the editing is over.
bool finish_editing(const Frame& frame);

/// Why a computed cell cannot be typed over, and what to change instead.
std::string computed_sentence(const attn::Document& document, const attn::SheetId& sheet);

/// Takes back what is being dragged; false if nothing is.
bool cancel_drag(const Frame& frame);

} // namespace app
