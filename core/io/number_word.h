// SPDX-License-Identifier: MIT
// One number in digits, among the words of a larger text. Arithmetic is read by cell_text.h.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string_view>

namespace attn::io {

/// Which sign parts the decimals. The other one, blanks and apostrophes mark thousands. Any: the
/// number itself tells; one comma alone is a decimal comma.
enum class Marks { Any, Point, Comma };

struct NumberWord {
    Real value = 0;
    bool has_thousands = false; // "1,234.5", "1.234,5", "1 234,5", "1'234.5", "1_000"
    bool says_point = false;    // its marks can only be meant so: a decimal point, or
    bool says_comma = false;    // thousands marked by commas; and the other way round
};

/// The number that the whole word is: "1.", ".5", "-2e-3", "+1", "−1" (U+2212), "1,234.5", "nan",
/// "inf", "-Infinity", "∞", "True". Words beyond the largest double are no numbers; those below the
/// smallest are 0. Marks of thousands stand before groups of three digits, all of one kind.
std::optional<NumberWord> read_number_word(std::string_view word, Marks marks);

/// Its value, decimals parted by a point or by a comma.
std::optional<Real> number_word(std::string_view word, bool decimal_comma = false);

inline bool is_numeral(char letter) {
    return letter >= '0' && letter <= '9';
}

std::string_view trimmed(std::string_view text);

/// The bytes at the front that are a blank which holds digits together (no-break, narrow, thin) or
/// an apostrophe of typesetting; 0: none.
std::size_t thousands_sign(std::string_view text);

} // namespace attn::io
