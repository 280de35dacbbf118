// SPDX-License-Identifier: MIT
// Cards that lie over everything else: the palette, help, questions.
#pragma once

#include "app/ui/look.h"

#include <string>

namespace app {

/// A window over everything that takes the pointer; ImGui::End() closes it.
void begin_over(const char* name);
void dim_everything();
void draw_card(const attn::figure::Rect& rect, const Look& look);

/// A button; returns whether it was clicked. The marked one is what Enter does.
bool draw_button(const attn::figure::Rect& rect, const std::string& label, bool is_marked,
                 const Look& look, bool is_enabled = true);
/// How wide it has to be.
float button_width(const std::string& label, const Look& look);

/// The text in lines no wider than `width`; words that are wider are cut anywhere. Returns the
/// height; draws nothing without a list.
float draw_wrapped(ImDrawList* list, ImVec2 top_left, float width, const std::string& text,
                   attn::figure::Font font, float size, ImU32 colour, const Look& look);

} // namespace app
