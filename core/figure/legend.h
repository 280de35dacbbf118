// SPDX-License-Identifier: MIT
// What the frames and fills of the canvas mean, below X where there is room.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"

namespace attn::figure {

void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view);

} // namespace attn::figure
