// SPDX-License-Identifier: MIT
// Picks the form in which the numbers of a matrix are written, measures the room they need, and
// places them in their cells.
#pragma once

#include "core/figure/matrix/sheet_look.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::figure {

/// For numbers that any other form hides or makes too long: "1.0e−7".
constexpr NumberFormat short_form{NumberFormat::Kind::Scientific, 1};

/// Whether a nonzero number is written as 0.
bool reads_zero(Real value, const NumberFormat& numbers);

/// Picks the number format: the look's own, or another if its decimals would show every number as
/// 0, be too long, or show as 0 a whole line of numbers (such as the diagonal) that are smaller
/// than the largest by more than four powers of ten.
NumberFormat readable_form(const SheetLook& look);

/// Sets the number of characters of the widest number in the look's range and format. Avoids
/// writing every number if the format allows.
void reserve_characters(SheetLook& look);

/// Returns the least number of characters, without sign, for the widest number. Counts one decimal,
/// but none beside a power of ten.
int least_characters(const SheetLook& look);

/// Writes the number with as many decimals as `room` characters allow, otherwise with a power of
/// ten; "…" if even that does not fit. Numbers that would all read 0 have a power of ten if there
/// is room for it.
std::string narrowed(const SheetLook& look, Index row, Index column, float room);

/// Counts characters of equal width.
std::size_t character_count(std::string_view utf8);

/// The distance from the middle of the cell to the right end of a number whose decimal point is
/// aligned with the others; `digit` is the width of a character. Nothing for powers of ten, which
/// are centred.
std::optional<float> aligned_end(const SheetLook& look, const std::string& text, float digit);

} // namespace attn::figure
