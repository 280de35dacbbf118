// SPDX-License-Identifier: MIT
// Dragging across a number to change it: how far the pointer went to which value.
#pragma once

#include "app/session/frame.h"

namespace app {

/// What one pixel is worth: a hundredth for numbers below ten, ten times more for each further
/// digit before the point.
attn::Real scrub_step(attn::Real start);

/// The value after travelling some steps from the start, on the grid of the step so that it reads
/// well; with `fine` on a ten times finer grid. No travel gives the start itself, bit for bit.
attn::Real scrubbed(attn::Real start, double travelled, bool fine);

void begin_scrub(const Frame& frame, const attn::Place& place, float x, attn::Gesture gesture);
/// Follows the pointer up to where the button is let go: Shift makes a pixel worth ten, Alt a
/// tenth.
void continue_scrub(const Frame& frame, float x);

} // namespace app
