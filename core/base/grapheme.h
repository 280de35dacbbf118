// SPDX-License-Identifier: MIT
// Characters as people see them: a letter with its marks, a flag of two halves, several emoji that
// are joined to one. What is cut or stepped over is cut and stepped over between these.
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// How many bytes the first one takes; `text` must not be empty. What is not UTF-8 counts byte by
/// byte.
std::size_t first_grapheme(std::string_view text);

/// Where the one begins that ends at `at`, or holds it; 0 where there is none.
std::size_t grapheme_before(std::string_view text, std::size_t at);
/// Where the one ends that begins at `at`, or holds it; the end of the text where there is none.
std::size_t grapheme_after(std::string_view text, std::size_t at);

} // namespace attn
