// SPDX-License-Identifier: MIT
// Dragging across a number to change it: how far the pointer went to which value.
#pragma once

#include "app/session/frame.h"

namespace app {

void begin_scrub(const Frame& frame, const attn::Place& place, float x, attn::Gesture gesture);
/// Follows the pointer up to where the button is let go: Shift makes a pixel worth ten, Alt a
/// tenth.
void continue_scrub(const Frame& frame, float x);

} // namespace app
