// SPDX-License-Identifier: MIT
// Whom GLFW asks for a window, X11 or Wayland: GLFW 3.3 was built for one of them, 3.4 chooses when
// it starts, and the program must know which it is.
#pragma once

namespace app {

/// Starts GLFW. False if there is nobody to ask; GLFW knows why.
bool start_glfw();

bool is_on_wayland();

} // namespace app
