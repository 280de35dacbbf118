// SPDX-License-Identifier: MIT
// Characters as people see them (graphemes): a letter with its marks, a flag of two halves, several
// emoji joined into one. Text is cut, and the cursor moves, only between them.
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// The length in bytes of the first grapheme. `text` must not be empty. Bytes that are not UTF-8
/// count one by one.
std::size_t first_grapheme(std::string_view text);

/// The start of the grapheme that ends at `at` or contains it; 0 if there is none.
std::size_t grapheme_before(std::string_view text, std::size_t at);
/// The end of the grapheme that begins at `at` or contains it; the end of the text if there is
/// none.
std::size_t grapheme_after(std::string_view text, std::size_t at);

} // namespace attn
