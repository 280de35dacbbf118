// SPDX-License-Identifier: MIT
#include "core/figure/word.h"

#include "core/base/utf8.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::size_t longest = 64; // characters; more could not be read as one label

bool is_hidden(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD ||
           (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0x061C ||
           (code & 0xFFFE) == 0xFFFE || // no characters; Cairo refuses them
           (code >= 0xE0000 && code <= 0xE0FFF);
}

std::string code_name(char32_t code) {
    std::array<char, 8> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                   static_cast<std::uint32_t>(code), 16)
                         .ptr;
    std::string hex(digits.data(), end);
    for (char& c : hex)
        if (c >= 'a')
            c = static_cast<char>(c - 'a' + 'A');
    return "‹U+" + std::string(hex.size() < 4 ? 4 - hex.size() : 0, '0') + hex + "›";
}

} // namespace

std::string visible_word(std::string_view word) {
    if (word.empty())
        return "∅";
    std::string text;
    std::size_t shown = 0;
    bool follows_blank = true;
    while (!word.empty()) {
        if (shown++ == longest)
            return text + std::string(ellipsis);
        const Character c = first_character(word);
        const std::string_view bytes = word.substr(0, c.length);
        word.remove_prefix(c.length);
        const bool is_blank = c.valid && c.code == U' ';
        if (!c.valid)
            text += "\uFFFD";
        else if (is_blank && (follows_blank || word.empty() || word.front() == ' '))
            text += "␣";
        else if (c.code == U'\n' || c.code == U'\r')
            text += "↵";
        else if (c.code == U'\t')
            text += "⇥";
        else if (is_hidden(c.code))
            text += code_name(c.code);
        else
            text += bytes;
        follows_blank = is_blank;
    }
    return text;
}

std::shared_ptr<const std::vector<std::string>>
visible_words(const std::vector<std::string>& words) {
    std::vector<std::string> list;
    for (const std::string& one : words)
        list.push_back(visible_word(one));
    return std::make_shared<const std::vector<std::string>>(std::move(list));
}

std::string shortened(std::string_view plain, float width, Font font, float size,
                      const Measure& measure) {
    if (measure(plain, font, size) <= width)
        return std::string(plain);
    // Where each character ends; the widths grow with them, so a binary search finds the last fit.
    std::vector<std::size_t> ends{0};
    for (std::string_view rest = plain; !rest.empty();) {
        const std::size_t length = first_character(rest).length;
        rest.remove_prefix(length);
        ends.push_back(ends.back() + length);
    }
    const auto cut = [&](std::size_t count) {
        return std::string(plain.substr(0, ends[count])) + std::string(ellipsis);
    };
    std::size_t fits = 0, beyond = ends.size() - 1;
    while (fits + 1 < beyond) {
        const std::size_t middle = (fits + beyond) / 2;
        (measure(cut(middle), font, size) <= width ? fits : beyond) = middle;
    }
    return cut(fits);
}

} // namespace attn::figure
