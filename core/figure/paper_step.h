// SPDX-License-Identifier: MIT
// Draws a step of the calculation on a page as narrow as a paper's column.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/page.h"

namespace attn::figure {

/// Draws title, formula, note, matrices and text below each other, with letters at least as large
/// as the options' text, as wide as available and as high as needed.
Figure paper_step(const Document& document, const Trace& trace, const View& view, const Page& page,
                  const CanvasOptions& options);

} // namespace attn::figure
