// SPDX-License-Identifier: MIT
#include "core/base/grapheme.h"

#include "core/base/letters.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace attn {
namespace {

/// Removes everything up to and including the first letter from `text`. Returns the letter's
/// direction, None without a letter.
Way take_letter(std::string_view& text) {
    while (!text.empty()) {
        const Character c = first_character(text);
        text.remove_prefix(c.length);
        if (const Way way = c.valid ? way_of(c.code) : Way::None; way != Way::None)
            return way;
    }
    return Way::None;
}

} // namespace

bool begins_from_right(std::string_view text) {
    return take_letter(text) == Way::FromRight;
}

bool is_all_from_right(std::string_view text) {
    if (!begins_from_right(text))
        return false;
    while (!text.empty())
        if (take_letter(text) == Way::FromLeft)
            return false;
    return true;
}

std::size_t first_grapheme(std::string_view text) {
    const auto is_ascii = [&](std::size_t at) {
        return static_cast<unsigned char>(text[at]) < 0x80;
    };
    if (is_ascii(0) && (text.size() == 1 || is_ascii(1)))
        return 1;
    const Character first = first_character(text);
    if (!first.valid)
        return 1;
    // Tries a short beginning first, so that a text of marks only is not searched to its end.
    constexpr std::size_t usual = 32;
    for (const std::size_t most : {usual, longest_grapheme}) {
        const std::size_t count = std::min(text.size(), most);
        // The beginning may be cut inside a character.
        const std::size_t sure = count < text.size() ? count - 3 : count;
        if (const std::size_t end = grapheme_length(text.substr(0, count)); end < sure)
            return end;
        if (count == text.size())
            return count;
    }
    std::size_t end = longest_grapheme;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return end;
}

std::size_t grapheme_before(std::string_view text, std::size_t at) {
    std::size_t begin = 0;
    for (std::size_t next = 0; next < std::min(at, text.size());) {
        begin = next;
        next += first_grapheme(text.substr(next));
    }
    return begin;
}

std::size_t grapheme_after(std::string_view text, std::size_t at) {
    std::size_t end = 0;
    while (end < text.size() && end <= at)
        end += first_grapheme(text.substr(end));
    return end;
}

} // namespace attn
