// SPDX-License-Identifier: MIT
// Weights as lines between words: query words on the left, key words on the right, and between them
// a line for each weight, the thicker and the fuller the larger it is.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

#include <vector>

namespace attn::figure {

enum class LinesOf {
    Everyone, // of every query word, in the head of the view
    Query,    // of the query word of the view, each head in its colour
};

struct LineChoice {
    Real least = 0;           // weights below it are left out
    std::vector<Index> heads; // each in its colour; none: as LinesOf says
    /// One of several pictures beside each other: nothing is said below it, the query word's lines
    /// have the colour of their head, and each key says its weight.
    bool is_beside_others = false;
};

/// More lines than this are never drawn; the largest weights are, and the figure says so.
constexpr std::size_t most_lines = 4000;

/// After Vig 2019, "A Multiscale Visualization of Attention in the Transformer Model". The picture
/// is as wide as `available` and no higher, unless its height is 0; names thin out where there is
/// no room for all.
Figure lines_figure(const Document& document, const Trace& trace, const View& view, LinesOf which,
                    Size available, float text, const Measure& measure,
                    const LineChoice& choice = {});

/// A picture for each head beside the others, up to most_beside; more heads share one picture,
/// which shows the query word's lines.
constexpr Index most_beside = 8;
Figure lines_of_heads(const Document& document, const Trace& trace, const View& view,
                      Size available, float text, const Measure& measure);

} // namespace attn::figure
