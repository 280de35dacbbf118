// SPDX-License-Identifier: MIT
// What positions do to the numbers: the columns of P as curves over the words, or queries and keys
// before and after they are turned, a plane for each pair of their columns.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

namespace attn::figure {

/// The size of the figure's smallest letters, in texts.
constexpr float small_letters = 0.86F;

/// Whether its positions are added to X or turn queries and keys.
bool has_positions_figure(const Document& document);

/// Draws the figure as wide as `available`, and as high as it needs if that height is 0. Curves:
/// columns 2i and 2i + 1 of sines share a strip, other columns have one each, and all have one
/// range. Planes: for the query word and the view's key word, otherwise the key with the query
/// word's largest weight. Leaves out what does not fit, and says so.
Figure positions_figure(const Document& document, const Trace& trace, const View& view,
                        Size available, float text, const Measure& measure);

} // namespace attn::figure
