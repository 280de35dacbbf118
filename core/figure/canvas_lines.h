// SPDX-License-Identifier: MIT
// Draws what is between the matrices of a canvas: the bands of the query and the key word, the line
// that leads X to keys and values, and an arrow from each matrix to what it is a factor of. Arrows
// are reversed if matrices show the gradient of a number, which flows back.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"
#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"

#include <vector>

namespace attn::figure {

void draw_canvas_bands(Drawing& drawing, const Document& document, const CanvasLayout& layout);
/// `title_ends` holds the right end of the text over each box, where the box's arrow begins.
void draw_canvas_arrows(Drawing& drawing, const Document& document, const CanvasLayout& layout,
                        const std::vector<float>& title_ends, bool is_backward);

} // namespace attn::figure
