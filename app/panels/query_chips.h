// SPDX-License-Identifier: MIT
// The query word in the row of the menus: all words as chips, or one of many between arrows; and a
// list of all words that is searched by typing. Beside them the words of a second list, which are
// the keys.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// In which way they stand there.
struct QueryChips {
    float width = 0;
    bool are_all = false;  // else one between arrows
    bool has_label = true; // what they are
    bool has_keys = false; // beside them those of the memory
    bool is_close = false; // with less room in and between them
};
/// As much as the room allows beside what before means, whether or not that is seen now.
QueryChips query_chips(const Bar& bar, float room);

/// At the right end of the room from the cursor on.
void draw_query_chips(const Bar& bar, float room, const QueryChips& chips);

} // namespace app
