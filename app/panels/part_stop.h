// SPDX-License-Identifier: MIT
// A control that the keyboard can stand on: it is written down as it is drawn, and ringed where the
// keyboard is.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"

#include <string>

namespace app {

/// Whether Enter was pressed on it. `is_chosen`: of several, the one that is chosen now.
bool stop_at(const Frame& frame, const Look& look, PartStop stop, ImVec2 from, ImVec2 to);
/// The same of the last widget.
bool stop_here(const Frame& frame, const Look& look, WindowPart part, const std::string& name,
               bool is_chosen = false);

/// Around the canvas, which has stops of its own.
void ring_canvas(const Frame& frame, const Look& look, const attn::figure::Rect& canvas);

} // namespace app
