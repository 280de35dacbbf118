// SPDX-License-Identifier: MIT
// Moves the keyboard between the parts of the window and between the controls of a part. Each
// control registers itself while it is drawn, and takes a key for it in the next drawing.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Goes to the next part that has a stop, or with −1 to the one before. The canvas, or the start
/// page in its place, can always be reached.
void go_to_part(const Frame& frame, int by);

/// Handles a key in the current part. Returns whether it had a meaning there.
bool press_in_part(const Frame& frame, const KeyPress& key);

/// Called before and after the window is drawn. A click anywhere gives the keyboard back to the
/// canvas. If the current stop is gone, another of its part is taken.
void begin_parts(PartFocus& parts, bool is_clicked);
void end_parts(PartFocus& parts);

} // namespace app
