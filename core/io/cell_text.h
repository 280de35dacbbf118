// SPDX-License-Identifier: MIT
// What a person typed into a cell → the number meant: a number, or arithmetic such as 1/3.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace attn::io {

/// Longer texts are refused: nobody types them into a cell.
constexpr std::size_t max_cell_text = 500;

/// The finite number that `text` says: what parse_number() reads ("1.5", "1,5", "−1", "1e-3"), else
/// arithmetic with + - * / ^ ( ), × · ÷ − and ** for ^, the constants pi (π) and e, and the
/// functions abs acos asin atan cos cosh exp ln log (natural) log10 log2 max min sign sin
/// sinh sqrt tan tanh. −2^2 is −4 and 2^3^2 is 2^9, as mathematics writes them.
///
/// A comma between digits is a decimal comma, as a text uses no decimal point beside it:
/// "1,5*2" is 3, "sqrt(2,25)" is 1.5. Directly inside the parentheses of max and min a comma parts
/// the arguments: "max(1,5)" is 5; with semicolons it is decimal there as well: "max(1,5; 2)" is 2.
///
/// Everything else is an error that cites what was found and says what is accepted. Never depends
/// on the locale.
Result<Real> parse_cell(std::string_view text);

/// Digits that say a whole number from `low` to `high`. The error begins with what it is of: "the
/// seed".
Result<std::int64_t> parse_whole(std::string_view text, const std::string& what, std::int64_t low,
                                 std::int64_t high);

} // namespace attn::io
