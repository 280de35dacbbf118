// SPDX-License-Identifier: MIT
// What Unicode says about letters. libunistring has the tables; in a page the browser has them
// (app/page/letters.cpp).
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// The direction in which a letter runs; None for digits, blanks and signs.
enum class Way { None, FromLeft, FromRight };
Way way_of(char32_t code);

/// The longest grapheme in bytes; real text has no longer ones.
constexpr std::size_t longest_grapheme = 256;
/// The length in bytes of the first grapheme. `text` must begin with a valid UTF-8 character and
/// have at most `longest_grapheme` bytes; it may end inside a character.
std::size_t grapheme_length(std::string_view text);

} // namespace attn
