// SPDX-License-Identifier: MIT
// The pattern of a goal as a small grid to paint by clicking and dragging.
#pragma once

#include "app/learning/seeking_state.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

namespace app {

/// The height of the grid in a column of this width; 0 if nothing can be painted.
float goal_pattern_height(const GoalPattern& pattern, float width, const Look& look);
void draw_goal_pattern(const Frame& frame, Seeking& seeking, attn::figure::Rect rect,
                       const Look& look);

} // namespace app
