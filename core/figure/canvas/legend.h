// SPDX-License-Identifier: MIT
// Explains the frames, fills and colours of the canvas, in the place without a matrix.
#pragma once

#include "core/figure/base/drawing.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/matrix/gradient_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// In a layout, replaces all matrices if they share one range: "values".
constexpr Stage one_range{"all_values"};

/// Draws as many lines as fit, the colours of the numbers first. `captions` are written above them;
/// `is_picture`: as in CanvasOptions.
void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view, const std::vector<std::string>& captions, bool is_picture);

/// The legend while matrices show the gradients of a number: which number, the range of colours
/// with its zero, and the meaning of frames and blank cells.
void draw_gradient_legend(Drawing& drawing, const CanvasLayout& layout,
                          const std::vector<std::string>& captions, const Document& document,
                          const Sensitivity& of, const GradientScale& gradients);

} // namespace attn::figure
