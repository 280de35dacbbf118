// SPDX-License-Identifier: MIT
// What the numbers of a matrix were before: where one reads otherwise now, "was" and the old number
// stand below the new one; where they have no room, a mark says which way it went. Places and sizes
// stay as they are.
#pragma once

#include "core/document/compare.h"
#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"

#include <string>

namespace attn::figure {

/// Marks what differs from the calculation before in every matrix that both have with the same
/// shape. Matrices of more than `most_compared` numbers are left alone. `before` must live as long
/// as the contents.
constexpr Index most_compared = 4096;
void compare_with(Contents& contents, const Calculation& before);

/// "all changed", "3 of 25 changed"; empty where nothing did.
std::string count_of_changes(const SheetLook& look);
/// The number before, as its cell said it.
std::string text_before(const SheetLook& look, Index row, Index column);

/// Whether a cell of this height has room for the old number below the new one.
bool has_room_for_both(float height, float number_size);
/// What a changed number was, in the lower part of its cell where there is room; else a mark in its
/// corner, or a dot where the cell shows no number.
void draw_change(Drawing& drawing, const SheetLook& look, Index row, Index column, Rect cell,
                 Colour fill, float number_size);

/// What was expected of the number, in the same places, on the colour of the difference: that of
/// large values where the number is larger than expected.
void draw_expected(Drawing& drawing, const SheetLook& look, Index row, Index column, Rect cell,
                   float number_size);

/// Which weight moved most, else which number of the output or the scores, with both numbers:
/// "0.28 → 0.36"; nothing where none of them changed.
struct LargestChange {
    Place place;
    std::string numbers;
};
std::optional<LargestChange> largest_change(const Contents& contents, const Document& document);

} // namespace attn::figure
