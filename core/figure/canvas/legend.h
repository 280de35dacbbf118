// SPDX-License-Identifier: MIT
// Explains the frames, fills and colours of the canvas, in the place without a matrix.
#pragma once

#include "core/figure/base/drawing.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/matrix/gradient_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// In a layout, each stands for all matrices of a block that share one range.
constexpr Stage stream_range{"range.stream"}, normed_range{"range.normed"},
    hidden_range{"range.hidden"};

/// Draws as many lines as fit, the colours of the numbers first. `captions` are written above them;
/// `is_picture`: as in CanvasOptions. A legend line as high as two has the colours in the second.
void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view, const std::vector<std::string>& captions, bool is_picture);

/// The legend while matrices show the gradients of a number: which number, the range of colours
/// with its zero, and the meaning of frames and blank cells.
void draw_gradient_legend(Drawing& drawing, const CanvasLayout& layout,
                          const std::vector<std::string>& captions, const Document& document,
                          const Sensitivity& of, const GradientScale& gradients);

} // namespace attn::figure
