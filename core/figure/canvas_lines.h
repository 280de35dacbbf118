// SPDX-License-Identifier: MIT
// What lies between the matrices of a canvas: the bands of the query and the key word, the line
// that leads X to keys and values, and an arrow from each matrix to what it is a factor of; turned
// where matrices show the gradient of a number, which goes that way back.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"
#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"

#include <vector>

namespace attn::figure {

void draw_canvas_bands(Drawing& drawing, const Document& document, const CanvasLayout& layout,
                       const View& view);
/// `title_ends`: where what is written over each box ends on the right; its arrow begins there.
void draw_canvas_arrows(Drawing& drawing, const Document& document, const CanvasLayout& layout,
                        const View& view, const std::vector<float>& title_ends, bool is_backward);

} // namespace attn::figure
