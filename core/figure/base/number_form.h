// SPDX-License-Identifier: MIT
// Picks the form in which the numbers of a matrix are written, measures the room they need, and
// places them in their cells.
#pragma once

#include "core/figure/matrix/sheet_look.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn::figure {

/// For numbers that any other form hides or makes too long: "1.0e−7".
constexpr NumberFormat short_form{NumberFormat::Kind::Scientific, 1};

/// Whether the numbers, each rounded to `decimals`, add up to their rounded sum.
bool adds_up(std::span<const Real> numbers, Real sum, int decimals);

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

/// The characters from the decimal point on for which a cell of `room` characters has room, beside
/// one digit, and a sign if any number of the matrix has one. So numbers of a matrix have the same
/// decimals whatever their signs.
int fraction_in(const SheetLook& look, float room);

/// Writes the number with as many decimals as `room` characters allow, but no more than
/// fraction_in(), otherwise with a power of ten; "…" if even that does not fit. Numbers that would
/// all read 0 have a power of ten if there is room for it.
std::string narrowed(const SheetLook& look, Index row, Index column, float room);

/// Counts characters of equal width.
std::size_t character_count(std::string_view utf8);

/// A cell in which numbers are aligned, and the characters that they have from the point on.
struct NumberCell {
    float width = 0;
    float digit = 0; // the width of a character
    int fraction = 0;
};

/// The distance from the middle of the cell to the right end of a number whose decimal point is
/// aligned with the others. The digits of the widest numbers have equal margins, signs beside them;
/// in a cell too narrow for that, the widest number with a sign has them. Nothing for powers of ten
/// and numbers that would leave the cell, which are centred.
std::optional<float> aligned_end(const SheetLook& look, const std::string& text,
                                 const NumberCell& cell);

} // namespace attn::figure
