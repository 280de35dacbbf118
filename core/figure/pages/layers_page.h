// SPDX-License-Identifier: MIT
// Draws all layers below each other: in each row the weights of the view's head and what the layer
// gives to the next one.
#pragma once

#include "core/figure/canvas/canvas.h"

namespace attn::figure {

/// Draws the page in the available size, or longer if cells could not be seen otherwise. All cells
/// have one size, with numbers if they can be read. `options.part`, `kept` and `before` are
/// ignored: they belong to one layer.
Figure layers_page(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options);

} // namespace attn::figure
