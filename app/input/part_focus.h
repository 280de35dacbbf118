// SPDX-License-Identifier: MIT
// Which part of the window has the keyboard, and which control in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace app {

/// The order in which F6 visits the parts.
enum class WindowPart { Menus, Words, Formula, Pages, Cards, Canvas, LowerPanel, SidePanel };

/// A control that the keyboard can stop at, as it was drawn.
struct PartStop {
    WindowPart part = WindowPart::Canvas;
    std::string name;
    bool is_chosen = false; // the chosen one of several; the keyboard enters the part there
};

struct PartFocus {
    std::optional<WindowPart> at; // the part with the ring; if nothing, the canvas has the keys
    std::string stop;             // in that part
    bool is_pressed = false;      // Enter or Space was pressed on the stop
    std::vector<PartStop> stops;  // the stops of the last frame
    std::vector<PartStop> drawn;  // collected while a frame is drawn
};

} // namespace app
