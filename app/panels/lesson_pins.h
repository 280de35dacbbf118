// SPDX-License-Identifier: MIT
// On the canvas: the places that the lesson's step speaks of, with pins, and a veil over the rest.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"

namespace app {

/// Paints over the canvas whose upper left corner is at `origin`; `visible` is what is seen of it.
/// What lies below works as ever. The veil lifts while a cell is selected, by the pointer or by
/// the arrow keys.
void draw_lesson_pins(const Frame& frame, const Look& look, const attn::figure::Figure& canvas,
                      ImVec2 origin, attn::figure::Rect visible);

} // namespace app
