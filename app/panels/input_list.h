// SPDX-License-Identifier: MIT
// Draws a list of inputs with a check box for each.
#pragma once

#include "app/learning/input_choice.h"
#include "app/ui/look.h"

#include <string>

namespace app {

/// Draws a check box with its middle left at `at`, filled if it is chosen.
void draw_box(ImDrawList& list, ImVec2 at, bool is_chosen, const Look& look);

/// Draws the inputs with check boxes, one per line; long lists scroll. The names of its controls
/// begin with `name`.
void draw_input_choice(InputChoice& choice, const std::string& name, bool has_keys,
                       attn::figure::Rect rect, const Look& look);
float input_choice_height(const InputChoice& choice, const Look& look);

} // namespace app
