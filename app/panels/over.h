// SPDX-License-Identifier: MIT
// Helpers for cards that lie over everything else: palette, help, questions.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/base/prose_layout.h"

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

/// Reserves room at the cursor, so that what follows is below.
attn::figure::Rect room(float width, float height);
/// Draws the prose at the cursor, in lines no wider than `width`; with `shows_phrases` the words
/// that mean a place have lines below. Returns the room it takes.
attn::figure::Rect draw_prose(const Look& look, const attn::Prose& prose, attn::figure::Font font,
                              float size, float width, bool shows_phrases = false);

/// Draws the text in lines no wider than `width`; longer words are cut anywhere. Returns the
/// height. Only measures if `list` is null.
float draw_wrapped(ImDrawList* list, ImVec2 top_left, float width, const std::string& text,
                   attn::figure::Font font, float size, ImU32 colour, const Look& look);

// A card over everything else that asks for something and dims what is below.

/// Begins a card of this size, or smaller if the window is, and returns its rectangle. Widgets
/// follow; end_question() ends it.
attn::figure::Rect begin_question(const char* name, const std::string& title,
                                  attn::figure::Size size, const Look& look);
enum class Answer { None, Confirm, Leave };
/// The buttons at the foot of the card, named NAME.confirm and NAME.cancel, for Enter (marked) and
/// Esc.
Answer question_buttons(const std::string& name, const std::string& label, bool is_enabled,
                        const attn::figure::Rect& card, const Look& look,
                        const std::string& leave = "Cancel");
/// Ends the card. Returns whether there was a click beside it.
bool end_question(const attn::figure::Rect& card);

/// A button that is highlighted while chosen. Returns whether it was pressed.
bool choice_button(const std::string& name, const std::string& label, bool is_chosen,
                   const Look& look);

// Registers a control as a keyboard stop while it is drawn, and draws a ring if the keyboard is
// there.

/// Returns whether Enter was pressed on it. `is_chosen`: the current one of several.
bool stop_at(const Frame& frame, const Look& look, PartStop stop, ImVec2 from, ImVec2 to);
/// The same for the last widget.
bool stop_here(const Frame& frame, const Look& look, WindowPart part, const std::string& name,
               bool is_chosen = false);

/// Draws a ring around the canvas if the keyboard is there. The canvas has its own stops.
void ring_canvas(const Frame& frame, const Look& look, const attn::figure::Rect& canvas);

} // namespace app
