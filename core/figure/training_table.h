// SPDX-License-Identifier: MIT
// Lists what the loss compares in the query word's row, number by number: now beside the start, the
// target, the difference, and the derivative of the loss, which says in which direction a step
// goes.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/training_page.h"

namespace attn::figure {

/// Draws the table in the available size. If not all numbers have a line, those with the largest
/// targets are shown, then those that were largest at the start: they stay during a training. Empty
/// without a loss. Derivatives are omitted if they take long to compute.
Figure training_table(const Document& document, const Trace& trace, const View& view,
                      const TrainingSeen& training, const CanvasOptions& options);

} // namespace attn::figure
