// SPDX-License-Identifier: MIT
// Parts of the lower panel of attention: a heading with a line for each key, and the bars of a row
// of scores or weights, as they are or as somebody expects them.
#pragma once

#include "core/document/expected.h"
#include "core/figure/changes.h"
#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// One part of the panel: a heading and one line for each key that is shown.
struct QueryPart {
    Rect area;
    float first_line = 0; // middle of the first line
    float line = 0;
    float unit = 0;

    float middle(std::size_t at) const { return first_line + static_cast<float>(at) * line; }
};

struct QueryPanel {
    Drawing& drawing;
    const SheetLook& scores; // what the normaliser sees: scores, scaled or masked
    const SheetLook& weights;
    const SheetLook& values;
    const SheetLook& weighted;
    const SheetLook& output;
    const std::vector<std::string>& words;
    std::vector<Index> keys; // in the order they are shown
    Index query = 0;
    std::optional<Index> key;
    bool is_selection = false; // not every key has room
    /// The sum of e to the power of every score, where the weights are shares of it and its powers
    /// stand in the place of the words before the bars of the weights.
    std::optional<Real> power_sum = {};
    /// The weights with more decimals, where their products with the values would not be true else.
    std::optional<SheetLook> finer_weights = {};

    const SheetLook& factors() const { return finer_weights ? *finer_weights : weights; }
};

void draw_heading(QueryPanel& panel, const QueryPart& part, const std::string& text);
/// That of the bars of weights: over their powers, where they have some, "e^score" stands.
void draw_weights_heading(QueryPanel& panel, const QueryPart& part, const std::string& text);
/// The word of a key, right-aligned in its width, and what is chosen by a click on it.
void draw_word(QueryPanel& panel, const QueryPart& part, std::size_t at, float width);
float label_width(const QueryPanel& panel, const QueryPart& part);

/// Bars of one row of a matrix, from zero to the right, negative ones to the left of it.
void draw_bars(QueryPanel& panel, const QueryPart& part, const SheetLook& look, bool is_weights);

/// Weights as somebody expects them, from 0 to 1: bars in dashes where they are covered; where they
/// are revealed, the weight with what was expected as a dashed outline, and between both the colour
/// of the difference.
void draw_expected_bars(QueryPanel& panel, const QueryPart& part, const ExpectedRow& expected);

/// The weights with as few more decimals as make each product of the query word true as it is
/// shown: it misses what stands behind "=" by no more than half a unit of its last digit for each
/// factor. Nothing where that needs none.
std::optional<SheetLook> finer_weights(const QueryPanel& panel);

/// Columns of the values that a sum shows; where more follow it ends in "…".
struct SumColumns {
    Index first = 0, count = 0;
    bool has_more = false;
};
/// For how many columns a part has room.
Index columns_with_room(const QueryPanel& panel, const QueryPart& part);
/// weight × value, key by key, and their sum, the output of the query word: of so many columns as
/// have room, or of those.
void draw_sum(QueryPanel& panel, const QueryPart& part);
void draw_sum(QueryPanel& panel, const QueryPart& part, SumColumns columns);

} // namespace attn::figure
