// SPDX-License-Identifier: MIT
// Registers a control as a keyboard stop while it is drawn, and draws a ring if the keyboard is
// there.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"

#include <string>

namespace app {

/// Returns whether Enter was pressed on it. `is_chosen`: the current one of several.
bool stop_at(const Frame& frame, const Look& look, PartStop stop, ImVec2 from, ImVec2 to);
/// The same for the last widget.
bool stop_here(const Frame& frame, const Look& look, WindowPart part, const std::string& name,
               bool is_chosen = false);

/// Draws a ring around the canvas if the keyboard is there. The canvas has its own stops.
void ring_canvas(const Frame& frame, const Look& look, const attn::figure::Rect& canvas);

} // namespace app
