// SPDX-License-Identifier: MIT
// Draws a LineEdit: field, text, selection, caret, and the fault of a refused text.
#pragma once

#include "app/input/line_edit.h"
#include "app/ui/look.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace app {

struct FieldStyle {
    attn::figure::Font font = attn::figure::Font::Sans;
    float text = 14;
    bool is_right_aligned = false;
    std::string hint;  // shown dim while the text is empty
    std::string fault; // shown below, with a red frame
    /// Parts of the text, by their first byte and the one behind, with a red line below.
    std::vector<std::pair<std::size_t, std::size_t>> faulty = {};
    std::string rest = {}; // offered letters, shown dim behind the text if the caret is at its end
};

void draw_line_field(ImDrawList& list, attn::figure::Rect rect, const LineEdit& line,
                     const FieldStyle& style, const Look& look);

/// Draws a field that does not have the keyboard: no caret or selection, and only the red frame for
/// a fault.
void draw_resting_field(ImDrawList& list, attn::figure::Rect rect, const LineEdit& line,
                        const FieldStyle& style, const Look& look);

/// The byte offset in the text nearest to `x`.
std::size_t caret_at(float x, attn::figure::Rect rect, const LineEdit& line,
                     const FieldStyle& style, const Look& look);

/// The place in the window of the byte offset.
float place_of_byte(std::size_t byte, attn::figure::Rect rect, const LineEdit& line,
                    const FieldStyle& style, const Look& look);

// Dear ImGui's button and list line for a word of the user, in any script.

/// `id` identifies the widget: "##3", or "###query" for one that stays the same when its word
/// changes. The text has the style's colour.
bool word_button(const Look& look, const std::string& word, const std::string& id);
bool word_line(const Look& look, const std::string& word, const std::string& id, bool is_chosen);

} // namespace app
