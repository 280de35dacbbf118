// SPDX-License-Identifier: MIT
// Where everything stands on the page of all heads: cards above, what joins them below. Sizes
// follow shapes, names and the digits that are wanted, never the numbers.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/heads_page_looks.h"

#include <optional>
#include <vector>

namespace attn::figure {

/// More heads than this show their weights only, as many as most_brief in a row.
constexpr Index most_whole_cards = 8;
constexpr Index most_brief = 12;
constexpr const char* joined_heading = "Side by side";

struct CardPlace {
    Rect rect;
    Point title; // the left end of its line, and the middle of its height
    SheetBox weights;
    std::optional<SheetBox> output;
    std::optional<Rect> control; // the switch
};

/// What each head adds to the query word: a line for each, b_O, and their sum.
struct SumPlace {
    Rect rect;
    Point title; // of the first of two lines
    SheetBox added, total;
    std::optional<SheetBox> b_o;
    float labels = 0;     // where the names of the lines begin
    float bars = 0;       // where the bars of the lengths begin
    float bar_length = 0; // of the longest
    float lengths = 0;    // where the numbers of the lengths end
};

struct HeadsLayout {
    Lengths lengths;
    Size size;
    bool is_brief = false;         // only weights, without names of rows but at the left end
    bool has_arrows = false;       // the cards stand in one row
    bool is_one_band = false;      // W_O stands above the output, not before it
    std::vector<CardPlace> cards;  // of the heads
    std::optional<CardPlace> mean; // behind them
    float cards_bottom = 0;
    std::optional<SheetBox> joined, w_o, attention;
    float joined_title = 0; // where the title of the joined heads begins, left of their arrows
    float head_names = 0;   // the height of the names over the joined heads
    std::optional<SumPlace> sum;
    Rect legend;
    bool has_legend_line = false; // at the foot
};

/// The looks must stay where they are.
HeadsLayout lay_out_heads(const HeadsLooks& looks, const CanvasOptions& options);

} // namespace attn::figure
