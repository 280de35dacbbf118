// SPDX-License-Identifier: MIT
// The space that a window gives a figure.
#pragma once

#include "core/figure/canvas/canvas.h"

namespace attn::test {

inline figure::CanvasOptions room(float width, float height) {
    figure::CanvasOptions options;
    options.available = {width, height};
    return options;
}

} // namespace attn::test
