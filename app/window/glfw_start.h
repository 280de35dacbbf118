// SPDX-License-Identifier: MIT
// Which display system GLFW uses, X11 or Wayland: GLFW 3.3 is built for one of them, 3.4 chooses at
// start, and the program has to know which.
#pragma once

#include "app/input/input.h"

#include <cstdint>

struct GLFWwindow;

namespace app {

/// Starts GLFW. Returns false if there is no display; GLFW knows why.
bool start_glfw();

bool is_on_wayland();

/// The X11 number of a window. The function is looked up at run time, because a GLFW for Wayland
/// alone does not have it.
std::uint32_t x11_window(GLFWwindow* window);

/// Whether the Wayland desktop is gone: GLFW then keeps asking to close, and nothing can be shown
/// any more. On X11, Xlib ends the program itself.
bool has_lost_wayland();

// Converts GLFW's key numbers to our keys.

/// `character`: what the layout prints on the key, 0 if nothing.
KeyPress key_press(int glfw_key, char character, int glfw_mods);

} // namespace app
