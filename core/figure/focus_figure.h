// SPDX-License-Identifier: MIT
// One matrix with the canvas for itself, beside what it is made from; all of them stand above it as
// small pictures, each with a title that stands for its matrix.
#pragma once

#include "core/figure/canvas.h"

namespace attn::figure {

/// Whether the enlarged stage is seen with the cells of the other: it is the other, or is made from
/// it.
bool is_seen_enlarged(const Document& document, const View& view, Stage enlarged, Stage other);

/// The stage of the view's head as large as there is room for. While it has no more cells than have
/// boxes (most_boxes), each shows its number: the figure is then larger than what is available and
/// scrolls. The canvas where the document has no such stage.
Figure focus_figure(const Document& document, const Trace& trace, const View& view, Stage enlarged,
                    const CanvasOptions& options);

} // namespace attn::figure
