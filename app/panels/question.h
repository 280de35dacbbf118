// SPDX-License-Identifier: MIT
// A card over everything else that asks for something and dims what is below.
#pragma once

#include "app/ui/look.h"

#include <string>

namespace app {

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

} // namespace app
