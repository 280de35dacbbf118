// SPDX-License-Identifier: MIT
// A card over everything else that asks for something; what lies beneath is dimmed.
#pragma once

#include "app/ui/look.h"

#include <string>

namespace app {

/// Begins the card, as large as asked for where the window has room, and gives where it stands.
/// Widgets follow; end_question() ends it.
attn::figure::Rect begin_question(const char* name, const std::string& title,
                                  attn::figure::Size size, const Look& look);
enum class Answer { None, Confirm, Leave };
/// The buttons at the foot of the card, named NAME.confirm and NAME.cancel: what Enter does,
/// marked, and what Esc does.
Answer question_buttons(const std::string& name, const std::string& label, bool is_enabled,
                        const attn::figure::Rect& card, const Look& look,
                        const std::string& leave = "Cancel");
/// Returns whether the pointer was pressed beside the card.
bool end_question(const attn::figure::Rect& card);

/// A button that is lit while it is chosen; returns whether it was pressed.
bool choice_button(const std::string& name, const std::string& label, bool is_chosen,
                   const Look& look);

} // namespace app
