// SPDX-License-Identifier: MIT
// What the loss compares in the row of the query word, number by number: now with the start, the
// target, the difference, and the derivative of the loss, which says where a step goes.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/training_page.h"

namespace attn::figure {

/// As large as what is available. Of more numbers than have a line those with the largest targets
/// are shown, then those that were largest at the start: they stay while a training runs. Empty
/// where the document has no loss. The derivatives are left out where they take long to compute.
Figure training_table(const Document& document, const Trace& trace, const View& view,
                      const TrainingSeen& training, const CanvasOptions& options);

} // namespace attn::figure
