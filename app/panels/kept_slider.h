// SPDX-License-Identifier: MIT
// A slider for the number of kept concepts.
#pragma once

#include "app/panels/panels.h"

namespace app {

/// Draws "keep k = … of 5" instead of the formula. One drag is one step of undo.
void draw_kept_slider(const Frame& frame, const Look& look);

} // namespace app
