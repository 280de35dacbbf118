// SPDX-License-Identifier: MIT
// Draws one matrix enlarged, beside the matrices it is computed from. All matrices are above it as
// small pictures, whose titles can be clicked.
#pragma once

#include "core/figure/canvas/canvas.h"

namespace attn::figure {

/// Whether `other` is visible with its cells while `enlarged` is: it is the same stage or one of
/// its inputs.
bool is_seen_enlarged(const Document& document, const View& view, Stage enlarged, Stage other);

/// Draws the stage of the view's head as large as fits. If it has at most most_boxes cells each
/// shows its number, even if the figure then exceeds the available size and scrolls. Draws the
/// canvas if the document lacks the stage.
Figure focus_figure(const Document& document, const Trace& trace, const View& view, Stage enlarged,
                    const CanvasOptions& options);

} // namespace attn::figure
