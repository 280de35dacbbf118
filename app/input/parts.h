// SPDX-License-Identifier: MIT
// The keyboard goes from one part of the window to the next, and in a part from stop to stop. As
// the window is drawn each control writes itself down; a key that means it is taken with the next
// drawing.
#pragma once

#include "app/session/frame.h"

namespace app {

/// The next part that has a stop, or with −1 the one before; the canvas is always there, and so is
/// the start page in its place.
void go_to_part(const Frame& frame, int by);

/// Whether the key meant something where the keyboard is.
bool press_in_part(const Frame& frame, const KeyPress& key);

/// Around the drawing of the window. A click anywhere ends the walk; a stop that is gone is left
/// for another of its part.
void begin_parts(PartFocus& parts, bool is_clicked);
void end_parts(PartFocus& parts);

} // namespace app
