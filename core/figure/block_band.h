// SPDX-License-Identifier: MIT
// The band of the stream, what is taken from it and what is added to it. Only the page of a block
// reads it.
#pragma once

#include "core/figure/block_layout.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Behind everything; where a norm takes a sum the band is broken.
void draw_block_band(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout);
/// Arrows between the band, the states and the cards, and a plus where something is added.
void draw_block_arrows(Drawing& drawing, const BlockPlan& plan, const BlockLayout& layout);

} // namespace attn::figure
