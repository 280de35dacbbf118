// SPDX-License-Identifier: MIT
// What the frames, fills and colours of the canvas mean, in the place that no matrix has.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"

#include <string>
#include <vector>

namespace attn::figure {

/// As many lines as there is room for; the colours of the numbers come first. `captions`: what is
/// said over them.
void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view, const std::vector<std::string>& captions);

} // namespace attn::figure
