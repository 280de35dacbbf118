// SPDX-License-Identifier: MIT
// The keyboard in the export panel: Tab moves between options, arrows to neighbours, Space presses.
// A field can be typed over as soon as it is reached.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Handles a key that moves to another control or presses the current one. Returns whether it did.
bool walk_in_export(const Frame& frame, const KeyPress& key);

/// Called before and after the panel is drawn, which registers its controls.
void begin_walk(ExportWalk& walk);
void end_walk(ExportWalk& walk);

} // namespace app
