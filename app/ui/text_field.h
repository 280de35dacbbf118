// SPDX-License-Identifier: MIT
// Draws a TextEdit: a field of several lines with its caret and selection, which the pointer moves.
#pragma once

#include "app/input/text_edit.h"
#include "app/ui/look.h"

#include <cstddef>
#include <string>

namespace app {

struct TextFieldStyle {
    bool has_keys = false;
    std::string hint = {};   // shown dim while the text is empty and has no keyboard
    std::string faulty = {}; // the part of the text that is underlined as wrong
    bool is_wrapped = false; // text_field_height() has just broken it into rows
};

/// Draws the text from `first_row` on, and keeps the caret in view. While the button is held on it,
/// the caret follows the pointer. Returns whether it is held, and so asks for the keyboard.
bool draw_text_field(const Look& look, const attn::figure::Rect& rect, const std::string& name,
                     TextEdit& edit, std::size_t& first_row, const TextFieldStyle& style);

/// The height of a field that shows the whole text, from `least` to `most` lines. Breaks the text
/// into its rows.
float text_field_height(const Look& look, float width, TextEdit& edit, std::size_t least,
                        std::size_t most);

} // namespace app
