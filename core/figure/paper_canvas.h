// SPDX-License-Identifier: MIT
// The whole calculation on a page that is as narrow as the column of a paper: one matrix after the
// other, in as many lines as they need, with letters and numbers in the size that was asked for.
#pragma once

#include "core/figure/canvas.h"

namespace attn::figure {

/// As wide as `width` and as high as the matrices ask for; no letter is smaller than the text of
/// the options but those that are lowered or raised. Numbers give up decimals where their column
/// has no room for them. A matrix that has none for its numbers is shown in colours, and a line at
/// the foot says so and how wide the page would have to be.
Figure paper_canvas(const Document& document, const Trace& trace, const View& view, float width,
                    const CanvasOptions& options);

} // namespace attn::figure
