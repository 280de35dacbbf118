// SPDX-License-Identifier: MIT
// Where a window stands on the desktop: a size that fits a new screen, and the place of last time.
#pragma once

#include "app/session/window_places.h"

#include <string>
#include <vector>

struct GLFWwindow;

namespace app {

/// Those that are there, the main one first.
std::vector<Monitor> monitors();
/// Whether somebody frames windows and can maximise them.
bool is_framed();

/// Puts the window there, before it is shown; show() maximises it.
void put(GLFWwindow* window, const WindowPlace& place);
/// It comes up, with the keyboard if it takes that and nobody else decides.
void show(GLFWwindow* window, bool is_maximised, bool takes_keyboard = true);
/// To the front, by the desktop's token of who asked.
void raise(GLFWwindow* window, const std::string& token);
/// On Wayland, which does not say where, from the corner of a monitor.
WindowPlace place_of(GLFWwindow* window);

} // namespace app
