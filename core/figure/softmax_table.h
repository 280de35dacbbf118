// SPDX-License-Identifier: MIT
// The softmax of the query word as a room reads it: a line for each key with its score, e to the
// power of it, and its share of their sum as a bar.
#pragma once

#include "core/figure/picture.h"
#include "core/figure/sheet_look.h"

namespace attn::figure {

/// Whether the weights of the query word are powers of e divided by their sum: not along columns,
/// by another normaliser, beside a sink, or of numbers that are not finite.
bool has_softmax_table(const Document& document, const Contents& shown, const View& view,
                       Stage scores);

/// Where there are more keys than can be read, those with the largest weights in their order, and
/// one line for all others. `scores`: the stage that the weights are made from.
void draw_softmax_table(Drawing& drawing, const Contents& shown, const View& view, Stage scores,
                        const PictureSpace& space);

} // namespace attn::figure
