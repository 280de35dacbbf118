// SPDX-License-Identifier: MIT
// Places a window on the desktop: where it stood last, or in a size that fits a new screen.
#pragma once

#include "app/session/window_places.h"

#include <string>
#include <vector>

struct GLFWwindow;

namespace app {

/// The connected monitors, the main one first.
std::vector<Monitor> monitors();
/// Whether a window manager frames and maximises windows.
bool is_framed();

/// Places the window before it is shown; show() maximises it.
void put(GLFWwindow* window, const WindowPlace& place);
/// Shows the window, with the keyboard if it takes it and the desktop does not decide otherwise.
void show(GLFWwindow* window, bool is_maximised, bool takes_keyboard = true);
/// Brings the window to the front, with the desktop's startup token of the request.
void raise(GLFWwindow* window, const std::string& token);
/// The window's place. On Wayland, which does not tell, it is relative to the corner of a monitor.
WindowPlace place_of(GLFWwindow* window);

} // namespace app
