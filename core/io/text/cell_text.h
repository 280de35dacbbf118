// SPDX-License-Identifier: MIT
// The only grammar of numbers, for typed cells, pasted text, text files and LaTeX. Reads a number,
// or arithmetic such as 1/3.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/text/number_word.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace attn::io {

/// Longer texts are refused; no user types them into a cell.
constexpr std::size_t max_cell_text = 500;

/// How a text writes its numbers.
struct NumberStyle {
    Marks marks = Marks::Any;
    bool has_blanks = true; // "1 234" is one number; false if spaces separate cells
    bool has_words = false; // nan, inf, True and the like are numbers
    friend bool operator==(const NumberStyle&, const NumberStyle&) = default;
};

struct ReadNumber {
    Real value = 0;
    bool has_thousands = false; // thousands separators were removed
    bool is_percent = false;
    bool is_calculated = false; // arithmetic gave the value
};

/// Reads `text` as a number, as read_number_word() does ("1.5", "1,5", "1,234.5", "−1", "1e-3"), or
/// 55 % as 0.55, else as arithmetic with + - * / ^ ( ), × · ÷ − √ and ** for ^, the constants pi
/// (π) and e, and the functions abs acos asin atan cos cosh exp ln log (natural) log10 log2 max min
/// sign sin sinh sqrt tan tanh. −2^2 is −4 and 2^3^2 is 2^9, as in mathematics. Accepts names of
/// Python (np.sqrt, math.pi, np.arctan) and Mathematica (Sqrt[2], 1.*^-5); np.float64(…), float(…),
/// Fraction(1, 2) and similar calls count as their content.
///
/// With Marks::Any a comma between digits is a decimal comma if the text has no decimal point
/// beside it: "1,5*2" is 3, "sqrt(2,25)" is 1.5. Directly inside the parentheses of max and min a
/// comma separates arguments: "max(1,5)" is 5; with semicolons it is a decimal comma there too:
/// "max(1,5; 2)" is 2.
///
/// Everything else is an error that quotes what was found and says what is accepted. Does not
/// depend on the locale.
Result<ReadNumber> read_number(std::string_view text, const NumberStyle& style);

/// Reads a finite number typed into a cell.
Result<Real> parse_cell(std::string_view text);

/// Reads digits as a whole number from `low` to `high`. The error begins with `what`: "the seed".
Result<std::int64_t> parse_whole(std::string_view text, const std::string& what, std::int64_t low,
                                 std::int64_t high);

} // namespace attn::io
