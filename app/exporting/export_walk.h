// SPDX-License-Identifier: MIT
// The keyboard in the export panel: Tab goes from one option to the next, arrows to whatever stands
// beside, Space presses it. A field is typed over as soon as it is reached.
#pragma once

#include "app/session/frame.h"

namespace app {

/// A key that goes on to another control or presses the one that it is at; whether it meant that.
bool walk_in_export(const Frame& frame, const KeyPress& key);

/// Around the drawing of the panel, which writes down what there is.
void begin_walk(ExportWalk& walk);
void end_walk(ExportWalk& walk);

} // namespace app
