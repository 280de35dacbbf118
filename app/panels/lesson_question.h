// SPDX-License-Identifier: MIT
// The question of a lesson's step, below its text: choices to click, or a field for a number, what
// is said of an answer, and buttons for a hint and for the answer.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

#include <optional>
#include <vector>

namespace app {

/// At the cursor of the window of the lesson, `width` wide. What is said of an answer stands in
/// `said`, or below. Draws nothing where nothing is asked.
void draw_lesson_question(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          float width, const std::optional<attn::figure::Rect>& said);

} // namespace app
