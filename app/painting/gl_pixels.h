// SPDX-License-Identifier: MIT
// Pictures in and out of OpenGL.
#pragma once

#include "core/figure/figure.h"

namespace app {

/// What was drawn, from the top row down, without the alpha that blending leaves behind.
attn::figure::Pixels pixels_of_window(int width, int height);

/// The name of a new texture that shows the picture; a smooth one may be drawn smaller than it is.
unsigned int make_texture(const attn::figure::Pixels& pixels, bool is_smooth);

} // namespace app
