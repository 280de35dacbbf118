// SPDX-License-Identifier: MIT
// Collects what the page of all heads shows, before layout: every head's weights and output with
// one range of colours, what joins them, and what each head adds to the output of one word.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/sheet_look.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// The word that the query word attends to most in one head.
struct Listening {
    std::string word;  // visible, plain; empty if there is none
    std::string share; // "69 %"
};

/// One head. Each of its contents has one look.
struct HeadLooks {
    Index head = 0;
    Contents weights, output;
    Listening listening;
    bool is_off = false; // all its rows of W_O are 0

    const SheetLook& weights_look() const { return weights.sheets.front(); }
    const SheetLook& output_look() const { return output.sheets.front(); }
};

/// The mean of the heads' weights, which some programs show instead of each.
struct MeanLooks {
    Contents weights;
    Listening listening;

    const SheetLook& look() const { return weights.sheets.front(); }
};

struct HeadsLooks {
    std::vector<HeadLooks> heads;
    std::optional<MeanLooks> mean;
    /// Each has one look. The total is the query word's row of the attention.
    std::optional<Contents> joined, w_o, b_o, attention, total;
    std::optional<Contents> added; // see added_by_heads(); a row for each head
    std::vector<Real> lengths; // the lengths of the rows of `added`, then of b_O if there is one
    Real longest = 0;

    const std::vector<std::string>& words() const { return heads.front().weights.words(); }
};

/// What each head adds to the word's attention: its output times its rows of W_O, one row for each
/// head. The rows and b_O, if it exists, add up to the word's attention.
Matrix added_by_heads(const Document& document, const Trace& trace, Index query);

/// Whether all the head's rows of W_O are 0.
bool is_switched_off(const Document& document, Index head);

HeadsLooks heads_looks(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

} // namespace attn::figure
