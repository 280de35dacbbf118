// SPDX-License-Identifier: MIT
// What the frames, fills and colours of the canvas mean, in the place that no matrix has.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/drawing.h"
#include "core/figure/gradient_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// Stands in a layout for all matrices where they share one range: "values".
constexpr Stage one_range{"all_values"};

/// As many lines as there is room for; the colours of the numbers come first. `captions`: what is
/// said over them; `is_picture`: of CanvasOptions.
void draw_legend(Drawing& drawing, const CanvasLayout& layout, const Contents& contents,
                 const View& view, const std::vector<std::string>& captions, bool is_picture);

/// The same while matrices show the gradients of a number: which number, the one range of colours
/// with its zero, and what frames and blank cells mean.
void draw_gradient_legend(Drawing& drawing, const CanvasLayout& layout,
                          const std::vector<std::string>& captions, const Document& document,
                          const Sensitivity& of, const GradientScale& gradients);

} // namespace attn::figure
