// SPDX-License-Identifier: MIT
// Copies pictures to and from OpenGL.
#pragma once

#include "core/figure/figure.h"

namespace app {

/// Reads the drawn pixels from the top row down, without the alpha left by blending.
attn::figure::Pixels pixels_of_window(int width, int height);

/// Makes a texture of the picture and returns its name. A smooth one may be drawn smaller than it
/// is.
unsigned int make_texture(const attn::figure::Pixels& pixels, bool is_smooth);

} // namespace app
