// SPDX-License-Identifier: MIT
// Dragging across a number to change it: converts the pointer's way into a value.
#pragma once

#include "app/session/frame.h"

namespace app {

void begin_scrub(const Frame& frame, const attn::Place& place, float x, attn::Gesture gesture);
/// Follows the pointer until the button is released. With Shift a pixel counts ten times, with Alt
/// a tenth.
void continue_scrub(const Frame& frame, float x);

} // namespace app
