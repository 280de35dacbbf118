// SPDX-License-Identifier: MIT
// Draws what each layer would say: layers down, words across, in each cell the likeliest next word
// and its probability.
#pragma once

#include "core/figure/canvas/canvas.h"

namespace attn::figure {

/// Draws the page in the available size, or longer. A click on a cell opens the layer at the word.
Figure lens_page(const Document& document, const Trace& trace, const View& view,
                 const CanvasOptions& options);

} // namespace attn::figure
