// SPDX-License-Identifier: MIT
// Draws a LineEdit: field, text, selection, caret, and why the text was refused.
#pragma once

#include "app/input/line_edit.h"
#include "app/ui/look.h"

#include <string>

namespace app {

struct FieldStyle {
    attn::figure::Font font = attn::figure::Font::Sans;
    float text = 14;
    bool is_right_aligned = false;
    std::string hint;  // shown dim while there is no text
    std::string fault; // shown beneath, with a red frame
};

void draw_line_field(ImDrawList& list, attn::figure::Rect rect, const LineEdit& line,
                     const FieldStyle& style, const Look& look);

/// The same while something else is typed into: neither caret nor selection, and of a fault the red
/// frame alone.
void draw_resting_field(ImDrawList& list, attn::figure::Rect rect, const LineEdit& line,
                        const FieldStyle& style, const Look& look);

/// The byte offset in the text that lies nearest to `x`.
std::size_t caret_at(float x, attn::figure::Rect rect, const LineEdit& line,
                     const FieldStyle& style, const Look& look);

} // namespace app
