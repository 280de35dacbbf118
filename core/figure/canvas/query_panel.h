// SPDX-License-Identifier: MIT
// Draws the softmax of the query word as a table for an audience: a line for each key with its
// score, e to the power of it, and its share of the sum as a bar.
#pragma once

#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/picture.h"

namespace attn::figure {

/// Whether the query word's weights are powers of e divided by their sum. False for a softmax along
/// columns, another normaliser, a sink, or numbers that are not finite.
bool has_softmax_table(const Document& document, const Contents& shown, const View& view,
                       Stage scores);

/// Draws the table. With more keys than can be read, shows those with the largest weights in their
/// order, and one line for all others. `scores` is the stage the weights are made from.
void draw_softmax_table(Drawing& drawing, const Contents& shown, const View& view, Stage scores,
                        const PictureSpace& space);

} // namespace attn::figure
