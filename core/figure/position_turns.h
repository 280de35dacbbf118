// SPDX-License-Identifier: MIT
// Queries and keys before and after they are turned. Only for positions_figure.cpp.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Fills the figure's size, and gives it a height where it has none.
void draw_position_turns(Drawing& drawing, const Document& document, const Trace& trace,
                         const View& view, float text);

} // namespace attn::figure
