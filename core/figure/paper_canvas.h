// SPDX-License-Identifier: MIT
// Draws the whole calculation on a page as narrow as a paper's column: one matrix after the other,
// in as many lines as needed, with letters and numbers of the requested size.
#pragma once

#include "core/figure/canvas.h"

namespace attn::figure {

/// Draws the page in the given width, as high as needed. No letter is smaller than the options'
/// text, except lowered and raised ones. Numbers lose decimals if their column is too narrow. A
/// matrix without room for numbers is shown in colours, and a line at the foot says so and how wide
/// the page would have to be.
Figure paper_canvas(const Document& document, const Trace& trace, const View& view, float width,
                    const CanvasOptions& options);

} // namespace attn::figure
