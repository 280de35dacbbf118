// SPDX-License-Identifier: MIT
// What the cards of a block say besides their matrices: what a norm does to the query word, how
// many hidden numbers are cut to 0, the likeliest next words, and the positions as curves. Only the
// page of a block reads it.
#pragma once

#include "core/figure/block_layout.h"
#include "core/figure/drawing.h"

#include <string>

namespace attn::figure {

/// The mean and the spread of a row, or its root mean square: how a norm sees it.
struct RowSize {
    Real mean = 0, spread = 0;
};
/// Of the row of the word, as numbers of the part; covered where a number of it is.
RowSize row_size(const Matrix& values, Index row, bool is_rms);

void draw_norm_text(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                    const View& view);
void draw_cut_text(Drawing& drawing, const CardBox& card, const BlockContents& shown);
/// Regions of its numbers are those of the part.
void draw_next_words(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                     const View& view);
void draw_small_curves(Drawing& drawing, const CardBox& card, const BlockContents& shown,
                       const View& view);

} // namespace attn::figure
