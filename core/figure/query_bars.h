// SPDX-License-Identifier: MIT
// Parts of attention's lower panel: a heading with a line for each key, and the bars of a row of
// scores or weights, computed or expected.
#pragma once

#include "core/document/expected.h"
#include "core/figure/changes.h"
#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// One part of the panel: a heading and one line for each shown key.
struct QueryPart {
    Rect area;
    float first_line = 0; // middle of the first line
    float line = 0;
    float unit = 0;

    float middle(std::size_t at) const { return first_line + static_cast<float>(at) * line; }
};

struct QueryPanel {
    Drawing& drawing;
    const SheetLook& scores; // input of the normaliser: scores, scaled or masked
    const SheetLook& weights;
    const SheetLook& values;
    const SheetLook& weighted;
    const SheetLook& output;
    const std::vector<std::string>& words;
    std::vector<Index> keys; // in the order they are shown
    Index query = 0;
    std::optional<Index> key;
    bool is_selection = false; // not all keys fit
    /// The sum of e^score over all keys, if the weights are shares of it. The powers then replace
    /// the words before the bars of the weights.
    std::optional<Real> power_sum = {};
    /// The weights with more decimals, if their products with the values would look wrong
    /// otherwise.
    std::optional<SheetLook> finer_weights = {};

    const SheetLook& factors() const { return finer_weights ? *finer_weights : weights; }
};

void draw_heading(QueryPanel& panel, const QueryPart& part, const std::string& text);
/// Draws the heading of the weight bars, with "e^score" over the powers if they are shown.
void draw_weights_heading(QueryPanel& panel, const QueryPart& part, const std::string& text);
/// Draws the word of a key, right-aligned in the width, with its region.
void draw_word(QueryPanel& panel, const QueryPart& part, std::size_t at, float width);
float label_width(const QueryPanel& panel, const QueryPart& part);

/// Draws the bars of one row of a matrix, from zero to the right; negative ones to the left.
void draw_bars(QueryPanel& panel, const QueryPart& part, const SheetLook& look, bool is_weights);

/// Draws expected weights, from 0 to 1. A covered weight shows only the expected bar, dashed. A
/// revealed weight shows its bar with the expected one as a dashed outline, and the colour of the
/// difference between them.
void draw_expected_bars(QueryPanel& panel, const QueryPart& part, const ExpectedRow& expected);

/// The weights with just enough more decimals that each product of the query word is true as shown:
/// it differs from the number after "=" by at most half a unit of its last digit for each factor.
/// Nothing if no more are needed.
std::optional<SheetLook> finer_weights(const QueryPanel& panel);

/// The columns of the values that a sum shows; "…" follows if there are more.
struct SumColumns {
    Index first = 0, count = 0;
    bool has_more = false;
};
/// The number of columns that fit in a part.
Index columns_with_room(const QueryPanel& panel, const QueryPart& part);
/// Draws weight × value for each key and their sum, the output of the query word: for as many
/// columns as fit, or for `columns`.
void draw_sum(QueryPanel& panel, const QueryPart& part);
void draw_sum(QueryPanel& panel, const QueryPart& part, SumColumns columns);

} // namespace attn::figure
