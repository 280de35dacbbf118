// SPDX-License-Identifier: MIT
// Draws the band of the stream, what is taken from it and what is added to it. Only the page of a
// block reads it.
#pragma once

#include "core/figure/block_layout.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Draws the band behind everything else. The band is broken where a norm takes a sum.
void draw_block_band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout);
/// Draws the arrows between the band, the states and the cards, and a plus at each sum.
void draw_block_arrows(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout);

} // namespace attn::figure
