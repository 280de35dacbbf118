// SPDX-License-Identifier: MIT
// How many concepts are kept, by a slider.
#pragma once

#include "app/panels/panels.h"

namespace app {

/// "keep k = … of 5" in the place of the formula; one drag is one step of undo.
void draw_kept_slider(const Frame& frame, const Look& look);

} // namespace app
