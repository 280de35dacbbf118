// SPDX-License-Identifier: MIT
// UTF-8 text from outside: is it valid, how wide is it, and how to show it safely.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// One character at the front of a text. Not `valid`: the first byte belongs to no character.
struct Character {
    char32_t code = 0;
    std::size_t length = 1; // in bytes; 1 when not valid
    bool valid = false;
};
/// Reads the first character; `text` must not be empty. Overlong forms, surrogates and codes beyond
/// U+10FFFF are not valid.
Character first_character(std::string_view text);

/// The offset of the first byte that is not UTF-8; npos when all of it is.
std::size_t first_invalid_utf8(std::string_view text);

/// The text with what is not UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Appends one character; what is none becomes U+FFFD.
void append_utf8(std::string& text, char32_t code);

/// How many columns of a terminal the text takes: East Asian characters and emoji 2, marks that
/// join the character before them 0.
std::size_t display_width(std::string_view text);

/// The text made safe to show in one line: controls, line breaks, direction overrides and broken
/// bytes are escaped ("\n", "\x1b", "\u202e"); beyond `limit` characters it is cut with "…".
std::string printable(std::string_view text, std::size_t limit = 200);

/// printable() in double quotes, cut at 40 characters: how messages cite what they found.
std::string cite(std::string_view text);

} // namespace attn
