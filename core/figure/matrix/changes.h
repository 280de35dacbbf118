// SPDX-License-Identifier: MIT
// Shows what the numbers of a matrix were before, or what a given one would be if it were computed.
// If a number is now written differently, "was" or "else" and the other number are below it;
// without room, a mark shows the direction of the change. Places and sizes stay the same.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/figure/base/drawing.h"
#include "core/figure/matrix/sheet_look.h"

#include <string>

namespace attn::figure {

/// Marks every difference from `before` in the matrices that both calculations have with the same
/// shape. Skips matrices of more than `most_compared` numbers. `before` must outlive the contents.
constexpr Index most_compared = 4096;
void compare_with(Contents& contents, const Calculation& before);
/// Marks in given stages every difference from the numbers that computing would make.
void compare_with_computed(Contents& contents, const Document& document, const Trace& trace);

/// What a figure that shows no gradients says about its numbers.
struct Comparing {
    const Calculation* before = nullptr; // marks the changes since then, or if null,
    bool is_with_computed = false;       // how given stages differ from what computing would make
    bool has_offers = false;             // offers to change given weights
};
void compare(Contents& contents, const Document& document, const Trace& trace,
             const Comparing& with);

/// "all changed", "3 of 25 changed" or "3 of 25 not as computed"; empty if nothing changed.
std::string count_of_changes(const SheetLook& look);
/// The old number as its cell showed it.
std::string text_before(const SheetLook& look, Index row, Index column);

/// Whether a cell of this height has room for the old number below the new one.
bool has_room_for_both(float height, float number_size);
/// Draws the old value of a changed number in the lower part of its cell. Without room draws a mark
/// in the corner, or a dot if the cell shows no number.
void draw_change(Drawing& drawing, const SheetLook& look, Index row, Index column, Rect cell,
                 Colour fill, float number_size);

/// Draws the expected value of the number in the same way, on the colour of the difference: that of
/// large values if the number is larger than expected.
void draw_expected(Drawing& drawing, const SheetLook& look, Index row, Index column, Rect cell,
                   float number_size);

/// The weight that changed most, otherwise the number of the output or the scores, with both
/// values: "0.28 → 0.36". Nothing if none of them changed.
struct LargestChange {
    Place place;
    std::string numbers;
};
std::optional<LargestChange> largest_change(const Contents& contents, const Document& document);

} // namespace attn::figure
