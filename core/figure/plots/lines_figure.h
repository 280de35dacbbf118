// SPDX-License-Identifier: MIT
// Draws weights as lines between words: query words on the left, key words on the right, and a line
// for each weight that is thicker and more opaque for a larger weight.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/figure.h"

#include <vector>

namespace attn::figure {

enum class LinesOf {
    Everyone, // all query words, in the view's head
    Query,    // the view's query word, each head in its colour
};

struct LineChoice {
    Real least = 0;           // smaller weights are left out
    std::vector<Index> heads; // each in its colour; empty: the heads of LinesOf
    /// The picture is one of several side by side: it has no text below, the query word's lines
    /// have the colour of their head, and each key shows its weight.
    bool is_beside_others = false;
};

/// The most lines drawn: the largest weights. The figure says if others are left out.
constexpr std::size_t most_lines = 4000;

/// Draws the lines after Vig 2019, "A Multiscale Visualization of Attention in the Transformer
/// Model". The picture is as wide as `available` and no higher, unless that height is 0; names thin
/// out if not all fit.
Figure lines_figure(const Document& document, const Trace& trace, const View& view, LinesOf which,
                    Size available, float text, const Measure& measure,
                    const LineChoice& choice = {});

/// Draws one picture per head side by side, up to most_beside heads; more heads share one picture,
/// which shows the query word's lines.
constexpr Index most_beside = 8;
Figure lines_of_heads(const Document& document, const Trace& trace, const View& view,
                      Size available, float text, const Measure& measure);

} // namespace attn::figure
