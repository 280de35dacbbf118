// SPDX-License-Identifier: MIT
// Sentences at the bottom of a canvas about what is not as it should be.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// One strip below the other from `top` on, across the whole figure.
void draw_notices(Drawing& drawing, const std::vector<std::string>& sentences, float top,
                  const Lengths& lengths);

} // namespace attn::figure
