// SPDX-License-Identifier: MIT
// Draws pins on the places that the lesson's step speaks of, and a veil over the rest of the
// canvas.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"

namespace app {

/// Draws over the canvas whose upper left corner is at `origin`; `visible` is its visible part.
/// Everything below still reacts to clicks. The veil lifts while a cell is selected, by pointer or
/// arrow keys.
void draw_lesson_pins(const Frame& frame, const Look& look, const attn::figure::Figure& canvas,
                      ImVec2 origin, attn::figure::Rect visible);

} // namespace app
