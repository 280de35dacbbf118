// SPDX-License-Identifier: MIT
// Draws the weights of every head of every layer at a glance: a row for each layer, a column for
// each head, as Vig 2019, "A Multiscale Visualization of Attention in the Transformer Model",
// section 3.2, calls the model view.
#pragma once

#include "core/figure/canvas/canvas.h"

namespace attn::figure {

/// Draws the page in the available size, or larger if maps could not be told apart otherwise. All
/// have one range of colours. A click on one opens its layer and head. `options.part`, `kept` and
/// `before` are ignored: they belong to one layer.
Figure heads_of_layers(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

} // namespace attn::figure
