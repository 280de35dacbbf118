// SPDX-License-Identifier: MIT
#include "core/io/text/text_place.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>

namespace attn::io {

std::string place_in(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const auto begin = before.rfind('\n');
    std::string_view line = begin == std::string_view::npos ? before : before.substr(begin + 1);
    std::size_t column = 1;
    for (; !line.empty(); ++column)
        line.remove_prefix(first_character(line).length);
    return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column);
}

std::size_t line_of(const Error& error) {
    constexpr std::string_view word = "line ";
    const auto at = error.where.find(word);
    std::size_t line = 0;
    if (at != std::string::npos)
        std::from_chars(error.where.data() + at + word.size(),
                        error.where.data() + error.where.size(), line);
    return line;
}

} // namespace attn::io
