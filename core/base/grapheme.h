// SPDX-License-Identifier: MIT
// Characters as people see them (graphemes): a letter with its marks, a flag of two halves, several
// emoji joined into one. Text is cut, and the cursor moves, only between them.
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

// The direction in which the letters of a text run. Digits, blanks and signs take the direction of
// the text around them and do not count.

/// Whether the first letter runs from right to left. False without letters.
bool begins_from_right(std::string_view text);

/// Whether there are letters and all of them run from right to left.
bool is_all_from_right(std::string_view text);

/// The length in bytes of the first grapheme. `text` must not be empty. Bytes that are not UTF-8
/// count one by one.
std::size_t first_grapheme(std::string_view text);

/// The start of the grapheme that ends at `at` or contains it; 0 if there is none.
std::size_t grapheme_before(std::string_view text, std::size_t at);
/// The end of the grapheme that begins at `at` or contains it; the end of the text if there is
/// none.
std::size_t grapheme_after(std::string_view text, std::size_t at);

} // namespace attn
