// SPDX-License-Identifier: MIT
// Which part of the window the keyboard is at, and where in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace app {

/// In the order in which F6 goes through them.
enum class WindowPart { Menus, Words, Formula, Pages, Cards, Canvas, LowerPanel, SidePanel };

/// A control that the keyboard can stand on, as it was drawn.
struct PartStop {
    WindowPart part = WindowPart::Canvas;
    std::string name;
    bool is_chosen = false; // of several: the part is entered there
};

struct PartFocus {
    std::optional<WindowPart> at; // which is shown; nothing: the canvas has the keys, as ever
    std::string stop;             // in that part
    bool is_pressed = false;      // Enter or Space, on the stop
    std::vector<PartStop> stops;  // of the last frame
    std::vector<PartStop> drawn;  // the same while a frame is drawn
};

} // namespace app
