// SPDX-License-Identifier: MIT
// The table of what may move for a goal: inputs, their cells, their ranges.
#pragma once

#include "app/learning/seeking_state.h"
#include "app/ui/look.h"

namespace app {

float freedom_table_height(const FreedomChoice& choice, const Look& look);

/// Draws the table; long tables scroll. Clicking in it gives it the keyboard. Once the search has
/// begun, the table is read-only.
void draw_freedom_table(Seeking& seeking, attn::figure::Rect rect, const Look& look);

} // namespace app
