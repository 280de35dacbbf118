// SPDX-License-Identifier: MIT
// Reads one number in digits among the words of a larger text. cell_text.h reads arithmetic.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string_view>

namespace attn::io {

/// Which sign is the decimal mark. The other one, spaces and apostrophes separate thousands. Any:
/// the number itself decides; a single comma is a decimal comma.
enum class Marks { Any, Point, Comma };

struct NumberWord {
    Real value = 0;
    bool has_thousands = false; // "1,234.5", "1.234,5", "1 234,5", "1'234.5", "1_000"
    bool says_point = false;    // its marks allow only this: a decimal point, or
    bool says_comma = false;    // commas between thousands; and the reverse
};

/// Reads a whole word as a number: "1.", ".5", "-2e-3", "+1", "−1" (U+2212), "1,234.5", "nan",
/// "inf", "-Infinity", "∞", "True". Words beyond the largest double are not numbers; those below
/// the smallest are 0. Thousands separators must precede groups of three digits and be of one kind.
std::optional<NumberWord> read_number_word(std::string_view word, Marks marks);

/// Returns its value; decimals follow a point or a comma.
std::optional<Real> number_word(std::string_view word, bool decimal_comma = false);

inline bool is_numeral(char letter) {
    return letter >= '0' && letter <= '9';
}

std::string_view trimmed(std::string_view text);

/// Returns the length in bytes of a leading space that holds digits together (no-break, narrow,
/// thin) or of a typographic apostrophe; 0 if there is none.
std::size_t thousands_sign(std::string_view text);

} // namespace attn::io
