// SPDX-License-Identifier: MIT
// Helpers for cards that lie over everything else: palette, help, questions.
#pragma once

#include "app/ui/look.h"

#include <string>

namespace app {

/// Begins a window over everything, which takes all clicks; end it by ImGui::End().
void begin_over(const char* name);
void dim_everything();
void draw_card(const attn::figure::Rect& rect, const Look& look);

/// Draws a button and returns whether it was clicked. The marked one is what Enter does.
bool draw_button(const attn::figure::Rect& rect, const std::string& label, bool is_marked,
                 const Look& look, bool is_enabled = true);
/// The width that the button needs.
float button_width(const std::string& label, const Look& look);

/// Draws the text in lines no wider than `width`; longer words are cut anywhere. Returns the
/// height. Only measures if `list` is null.
float draw_wrapped(ImDrawList* list, ImVec2 top_left, float width, const std::string& text,
                   attn::figure::Font font, float size, ImU32 colour, const Look& look);

} // namespace app
