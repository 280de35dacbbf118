// SPDX-License-Identifier: MIT
// Draws what the cards of a block show besides matrices: what a norm does to the query word, how
// many hidden numbers are cut to 0, the likeliest next words, and the positions as curves. Only the
// page of a block reads it.
#pragma once

#include "core/figure/block_layout.h"
#include "core/figure/drawing.h"

#include <string>

namespace attn::figure {

/// The numbers a norm uses of a row: mean and standard deviation, or the root mean square.
struct RowSize {
    Real mean = 0, spread = 0;
};
/// Measures one row of the part's matrix; covered if one of its numbers is.
RowSize row_size(const Matrix& values, Index row, bool is_rms);

void draw_norm_text(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                    const View& view);
void draw_cut_text(Drawing& drawing, const CardBox& card, const BlockContents& shown);
/// Draws the list of next words. The regions of its numbers are named as in the part.
void draw_next_words(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                     const View& view);
void draw_small_curves(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                       const View& view);

} // namespace attn::figure
