// SPDX-License-Identifier: MIT
// Places everything on the page of all heads: cards above, what joins them below. Sizes depend on
// shapes, names and the wanted digits, never on the numbers.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/heads_page_looks.h"

#include <optional>
#include <vector>

namespace attn::figure {

/// With more heads than this, cards show only weights; most_brief of them fit in a row.
constexpr Index most_whole_cards = 8;
constexpr Index most_brief = 12;
constexpr const char* joined_heading = "Side by side";

struct CardPlace {
    Rect rect;
    Point title; // left end, middle of its height
    SheetBox weights;
    std::optional<SheetBox> output;
    std::optional<Rect> control; // the switch
};

/// The box with what each head adds to the query word: a line for each head, b_O, and the sum.
struct SumPlace {
    Rect rect;
    Point title; // the first of its two lines
    SheetBox added, total;
    std::optional<SheetBox> b_o;
    float labels = 0;     // left end of the line names
    float bars = 0;       // left end of the length bars
    float bar_length = 0; // the longest bar
    float lengths = 0;    // right end of the length numbers
};

struct HeadsLayout {
    Lengths lengths;
    Size size;
    bool is_brief = false;         // only weights, without names of rows but at the left end
    bool has_arrows = false;       // the cards stand in one row
    bool is_one_band = false;      // W_O stands above the output, not before it
    std::vector<CardPlace> cards;  // one for each head
    std::optional<CardPlace> mean; // behind them
    float cards_bottom = 0;
    std::optional<SheetBox> joined, w_o, attention;
    float joined_title = 0; // left end of the joined heads' title, left of their arrows
    float head_names = 0;   // height of the names over the joined heads
    std::optional<SumPlace> sum;
    Rect legend;
    bool has_legend_line = false; // at the foot
};

/// Lays out the page. The layout points to the looks, which must outlive it.
HeadsLayout lay_out_heads(const HeadsLooks& looks, const CanvasOptions& options);

} // namespace attn::figure
