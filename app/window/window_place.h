// SPDX-License-Identifier: MIT
// Where a window stands on the desktop: a size that fits a new screen, and the place of last time.
#pragma once

#include "app/session/window_state.h"

#include <optional>
#include <utility>

struct GLFWwindow;

namespace app {

/// The wanted size where the screen has room for it; less on a small screen, and most of a very
/// large one.
std::pair<int, int> fitting_size(int width, int height);

/// Puts the window there, if a monitor shows most of that place and the desktop lets it.
void put(GLFWwindow* window, const WindowPlace& place);
/// None where the desktop does not say.
std::optional<WindowPlace> place_of(GLFWwindow* window);

} // namespace app
