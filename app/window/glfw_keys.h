// SPDX-License-Identifier: MIT
// Converts GLFW's key numbers to our keys.
#pragma once

#include "app/input/input.h"

namespace app {

/// `character`: what the layout prints on the key, 0 if nothing.
KeyPress key_press(int glfw_key, char character, int glfw_mods);

} // namespace app
