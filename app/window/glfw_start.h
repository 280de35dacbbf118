// SPDX-License-Identifier: MIT
// Whom GLFW asks for a window, X11 or Wayland: GLFW 3.3 was built for one of them, 3.4 chooses when
// it starts, and the program must know which it is.
#pragma once

#include <cstdint>

struct GLFWwindow;

namespace app {

/// Starts GLFW. False if there is nobody to ask; GLFW knows why.
bool start_glfw();

bool is_on_wayland();

/// The number of a window of X11. A GLFW for Wayland alone has no such function, so it is looked
/// for.
std::uint32_t x11_window(GLFWwindow* window);

/// Whether the Wayland desktop is gone: GLFW then asks to close, again and again, and nothing can
/// be shown or asked any more. On X11 Xlib ends the program itself.
bool has_lost_wayland();

} // namespace app
