// SPDX-License-Identifier: MIT
// Draws sentences at the bottom of a canvas about what is wrong or unusual.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Draws one strip for each sentence below the other, from `top` on, across the whole figure.
void draw_notices(Drawing& drawing, const std::vector<std::string>& sentences, float top,
                  const Lengths& lengths);

} // namespace attn::figure
