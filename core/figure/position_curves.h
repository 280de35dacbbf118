// SPDX-License-Identifier: MIT
// The columns of P as curves. Only for positions_figure.cpp.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Fills the figure's size, and gives it a height where it has none.
void draw_position_curves(Drawing& drawing, const Document& document, const Trace& trace,
                          const View& view, float text);

} // namespace attn::figure
