// SPDX-License-Identifier: MIT
// A step of the calculation on a page that is as narrow as the column of a paper.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/page.h"

namespace attn::figure {

/// Title, formula, note, matrices and text below each other, with letters at least as large as the
/// text of the options; as wide as is available and as high as they need.
Figure paper_step(const Document& document, const Trace& trace, const View& view, const Page& page,
                  const CanvasOptions& options);

} // namespace attn::figure
