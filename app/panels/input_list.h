// SPDX-License-Identifier: MIT
// A list of inputs of which some are chosen, as it is drawn, and the mark of a choice.
#pragma once

#include "app/learning/input_choice.h"
#include "app/ui/look.h"

#include <string>

namespace app {

/// The mark of a choice: a box with its middle left at `at`, filled where it is chosen.
void draw_box(ImDrawList& list, ImVec2 at, bool is_chosen, const Look& look);

/// Inputs with marks where they are chosen, one below the other; `name` begins the names of its
/// controls. Longer lists scroll.
void draw_input_choice(InputChoice& choice, const std::string& name, bool has_keys,
                       attn::figure::Rect rect, const Look& look);
float input_choice_height(const InputChoice& choice, const Look& look);

} // namespace app
