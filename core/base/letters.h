// SPDX-License-Identifier: MIT
// What Unicode says of letters, asked of whoever knows its tables: libunistring, and in a page the
// browser (app/page/letters.cpp).
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// Which way a letter runs; digits, blanks and signs have none.
enum class Way { None, FromLeft, FromRight };
Way way_of(char32_t code);

/// Nobody writes a grapheme of more bytes.
constexpr std::size_t longest_grapheme = 256;
/// How many bytes the first grapheme takes; `text` begins with a character of UTF-8, has at most
/// the bytes of the longest grapheme, and may end within a character.
std::size_t grapheme_length(std::string_view text);

} // namespace attn
