// SPDX-License-Identifier: MIT
// Draws the columns of P as curves. Only positions_figure.cpp uses it.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Fills the figure's size, and sets its height if that is 0.
void draw_position_curves(Drawing& drawing, const Document& document, const Trace& trace,
                          const View& view, float text);

} // namespace attn::figure
