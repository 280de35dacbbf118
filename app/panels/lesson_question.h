// SPDX-License-Identifier: MIT
// The question of a lesson's step, below its text: choices or a number field, feedback on answers,
// and buttons for a hint and for the solution.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

#include <optional>
#include <vector>

namespace app {

/// Draws at the cursor of the lesson's window, `width` wide. Feedback goes into `said`, or below.
/// Draws nothing if the step has no question.
void draw_lesson_question(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          float width, const std::optional<attn::figure::Rect>& said);

} // namespace app
