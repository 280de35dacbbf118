// SPDX-License-Identifier: MIT
// In which form the numbers of a matrix are written, how much room they take, and where they stand
// in their cells.
#pragma once

#include "core/figure/sheet_look.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::figure {

/// For the numbers that any other form hides or makes too long: "1.0e−7".
constexpr NumberFormat short_form{NumberFormat::Kind::Scientific, 1};

/// Whether a number that is not 0 is written as 0.
bool reads_zero(Real value, const NumberFormat& numbers);

/// The form of the look, or another where its decimals would say 0 of every number, be too long, or
/// say 0 of a whole line of numbers, such as the diagonal, that differ from the largest by more
/// than four powers of ten.
NumberFormat readable_form(const SheetLook& look);

/// Sets how many characters the widest number of the look's range takes in its format, without
/// writing every number where the format allows.
void reserve_characters(SheetLook& look);

/// How many characters, without its sign, the widest number keeps where it gives up what can be
/// spared: decimals but one, those of a power of ten.
int least_characters(const SheetLook& look);

/// The number with as many decimals as `room` characters allow, else with a power of ten; where
/// not even that fits, "…".
std::string narrowed(const SheetLook& look, Index row, Index column, float room);

/// How many characters of equal width.
std::size_t character_count(std::string_view utf8);

/// How far right of the middle of its cell a number ends whose decimal point stands below those of
/// the others; `digit` is the width of a character. Nothing of powers of ten, which are centred.
std::optional<float> aligned_end(const SheetLook& look, const std::string& text, float digit);

} // namespace attn::figure
