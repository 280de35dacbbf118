// SPDX-License-Identifier: MIT
// Draws the softmax of one row of weights as a table: for each key its score, e to the power of it,
// and its share of the sum as a bar from 0 to 1.
#pragma once

#include "core/figure/base/drawing.h"
#include "core/figure/matrix/sheet_look.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// What the table is about. The looks are whole.
struct SoftmaxRow {
    const SheetLook& scores;
    const SheetLook& weights;
    Index row = 0;                        // of the weights, as the sheet counts
    const std::string& query;             // the name of the row
    const std::vector<std::string>& keys; // the names of the columns
};

/// Whether each open key of the row has a finite score, and a weight that is finite or covered.
bool has_powers(const SoftmaxRow& softmax);

/// Draws the table in the room if its numbers can have letters of at least `least` units, which
/// become no larger than `most`; else draws nothing. Names have letters of at least `names` units.
/// Returns whether it did.
bool draw_softmax_row(Drawing& drawing, const SoftmaxRow& softmax, const View& view, Rect room,
                      float text, float names, float least, float most);

} // namespace attn::figure
