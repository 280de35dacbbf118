// SPDX-License-Identifier: MIT
// Handles UTF-8 text from outside: checks it, measures it and makes it safe to show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One character at the front of a text. Not `valid` if the first byte begins no character.
struct Character {
    char32_t code = 0;
    std::size_t length = 1; // in bytes; 1 if not valid
    bool valid = false;
};
/// Reads the first character. `text` must not be empty. Overlong forms, surrogates and codes beyond
/// U+10FFFF are not valid.
Character first_character(std::string_view text);

/// The offset of the first byte that is not UTF-8; npos if all of the text is.
std::size_t first_invalid_utf8(std::string_view text);

/// Replaces each byte that is not UTF-8 by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Appends one character; U+FFFD if the code is none.
void append_utf8(std::string& text, char32_t code);

/// The number of terminal columns the text takes: 2 for East Asian characters and emoji, 0 for
/// marks that join the character before them.
std::size_t display_width(std::string_view text);

/// Makes text safe to show in one line: escapes controls, line breaks, direction overrides and
/// broken bytes ("\n", "\x1b", "\u202e"); cuts it with "…" beyond `limit` characters.
std::string printable(std::string_view text, std::size_t limit = 200);

/// printable() in double quotes, cut at 40 characters. Messages quote what they found with it.
std::string cite(std::string_view text);

// A text as its lines.

/// The lines without their ends ("\n" or "\r\n"), as views into the text; what follows the last end
/// is a line if it is not empty.
std::vector<std::string_view> text_lines(std::string_view text);

/// The pieces of a text between its blanks, tabs and line ends, as views of it.
std::vector<std::string_view> pieces_of(std::string_view text);

} // namespace attn
