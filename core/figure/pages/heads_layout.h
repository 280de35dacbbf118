// SPDX-License-Identifier: MIT
// Collects what the page of all heads shows, before layout: every head's weights and output with
// one range of colours, what joins them, and what each head adds to the output of one word.
#pragma once

#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/sheet_look.h"

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
    Contents weights, output; // without values the output has no sheets
    Listening listening;
    bool is_off = false; // all its rows of W_O are 0

    const SheetLook& weights_look() const { return weights.sheets.front(); }
    bool has_output() const { return !output.sheets.empty(); }
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

// Places everything on the page of all heads: cards above, what joins them below. Sizes depend on
// shapes, names and the wanted digits, never on the numbers.

/// With more heads than this, cards show only weights; most_brief of them fit in a row.
constexpr Index most_whole_cards = 8;
constexpr Index most_brief = 12;
constexpr const char* joined_heading = "Joined";

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

// Finds how large the cards and matrices on the page of all heads can be. The arrangements vary the
// number of cards in a row, the place of W_O (above the output or before it) and the letter size.
// Only the layout of the page and what keeps it read it.

/// Lengths in units.
struct HeadsUnits {
    static constexpr float margin = 1.1F, top = 0.7F;
    static constexpr float card_gap = 0.9F, card_side = 0.65F, card_top = 0.35F, card_below = 0.75F;
    static constexpr float title = 0.93F;       // size of the titles of matrices
    static constexpr float matrix_head = 2.65F; // the title and the names of columns
    static constexpr float card_arrow = 2.25F;
    static constexpr float arrow_step = 0.36F; // from one head's arrow to the next
    static constexpr float apart = 2.2F;       // room for the sentence that nothing joins the heads
    static constexpr float head_names = 1.5F;  // over the joined heads
    static constexpr float strips = 0.7F;      // below them
    static constexpr float before_w_o = 5.6F, below_w_o = 0.9F, before_output = 3,
                           before_sum = 2.6F;
    static constexpr float switch_width = 2.1F, switch_height = 1.1F;
    static constexpr float sum_head = 4.2F, sum_gap = 0.7F, sum_lengths = 7.4F;
    static constexpr float legend = 15.5F, legend_line = 1.9F;

    static constexpr float card_title(bool is_brief) { return is_brief ? 1.5F : 2.0F; }
};

/// Counts of lines, widths of texts for size 1, and what a cell needs for a number.
struct HeadsMeasures {
    Index heads = 1, cards = 1; // the mean of the heads has a card of its own
    bool is_brief = false, is_turned = false;
    bool has_joined = false, has_w_o = false;
    Index weights_columns = 1, output_columns = 1, card_rows = 1;
    Index joined_columns = 0, joined_rows = 0, w_o_columns = 0, w_o_rows = 0;
    Index attention_columns = 0, attention_rows = 0, sum_columns = 0, sum_rows = 0;
    float widest_name = 0; // the widest row name, in bold
    float widest_word = 0;
    float joined_title = 0;
    float sum_label = 0; // "output of" and the widest word
    Readable readable;

    bool has_numbers(const SheetLook& look, Size cell) const;
    /// The size of the numbers in cells of that size.
    float number_size(const SheetLook& look, Size cell, float unit) const;
    friend bool operator==(const HeadsMeasures&, const HeadsMeasures&) = default;
};
/// Measures the page's texts once if `options.layouts` keeps the widths.
HeadsMeasures measured(const HeadsLooks& looks, const CanvasOptions& options);

/// The texts of the page, and who measures them.
struct HeadsTexts {
    WordList words, keys;
    NumberFormat numbers;
    WidthsName widths;
    float text = 14;
    friend bool operator==(const HeadsTexts&, const HeadsTexts&) = default;
};
/// Their widths, as HeadsMeasures has them.
struct HeadsWidths {
    float widest_name = 0, widest_word = 0, joined_title = 0, sum_label = 0;
    Readable readable;
};

/// All sizes for one arrangement.
struct HeadsFit {
    float unit = 14;
    Index in_row = 1, card_rows = 1;
    bool is_brief = false, is_beside = false, has_legend_line = false;
    float names = 0;               // width of the row names
    float weights = 0, values = 0; // widths of cells in cards
    float card_cell = 0;           // height of those cells
    float card_width = 0, card_height = 0;
    float gutter = 0; // left of the joined heads, for row names and the title
    float arrows = 0; // height of the arrows below the cards
    float cell = 0;   // width of all cells below the cards
    float lower_cell = 0, w_o_cell = 0, sum_cell = 0; // heights
    float lower_width = 0, lower_height = 0;
    float legend = 0; // its width if it is at the left of the lower part
    float sum_labels = 0;
    Index sum_rows = 0;
    float width = 0, height = 0; // the page's
    float score = 0;

    float card_head() const {
        return (HeadsUnits::card_top + HeadsUnits::card_title(is_brief) +
                (is_brief ? 1.1F : HeadsUnits::matrix_head)) *
               unit;
    }
    float sum_height() const {
        return (HeadsUnits::sum_head + 1.5F * HeadsUnits::sum_gap) * unit +
               sum_cell * static_cast<float>(sum_rows + 1);
    }
};

/// Everything that the sizes follow from, without a number: during a drag it stays equal.
struct HeadsShape {
    HeadsMeasures measures;
    Size available;
    float text = 14;
    friend bool operator==(const HeadsShape&, const HeadsShape&) = default;
};
HeadsFit best_fit(const HeadsShape& shape);

} // namespace attn::figure
