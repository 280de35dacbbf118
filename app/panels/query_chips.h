// SPDX-License-Identifier: MIT
// The query word in the row of menus: all words as chips, or one word between arrows, and a list of
// all words that typing searches. Beside them the words of a second list, which are the keys.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// The chosen layout.
struct QueryChips {
    float width = 0;
    bool are_all = false;  // else one word between arrows
    bool has_label = true; // a label before the words
    bool has_keys = false; // the memory's words beside them
    bool is_close = false; // tighter spacing
};
/// Chooses the richest layout that fits beside the chip for "before", whether or not that chip is
/// visible now.
QueryChips query_chips(const Bar& bar, float room);

/// Draws them at the right end of the room from the cursor on.
void draw_query_chips(const Bar& bar, float room, const QueryChips& chips);

} // namespace app
