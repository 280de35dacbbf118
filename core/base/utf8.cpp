// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"

#include <algorithm>
#include <array>

namespace attn {
namespace {

struct Range {
    char32_t first, last;
};

// The blocks that terminals draw two columns wide, and the marks they draw onto the preceding
// character.
constexpr std::array<Range, 12> wide = {{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0x33FF},
                                         {0x3400, 0x4DBF},
                                         {0x4E00, 0x9FFF},
                                         {0xA000, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 8> joining = {{{0x0300, 0x036F},
                                           {0x0591, 0x05BD},
                                           {0x064B, 0x065F},
                                           {0x1AB0, 0x1AFF},
                                           {0x200B, 0x200D},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F},
                                           {0x1F3FB, 0x1F3FF}}};
// Characters that change the direction or the line breaks of the text around them.
constexpr std::array<Range, 4> disturbing = {
    {{0x0080, 0x009F}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}}};

template <std::size_t Count>
bool is_in(const std::array<Range, Count>& ranges, char32_t code) {
    return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
        return range.first <= code && code <= range.last;
    });
}

std::string hexadecimal(char32_t code, int digits) {
    constexpr std::string_view digit = "0123456789abcdef";
    std::string text;
    for (int at = digits - 1; at >= 0; --at)
        text += digit[(code >> (4 * at)) & 0xF];
    return text;
}

std::string escaped(const Character& character, char byte) {
    if (!character.valid)
        return "\\x" + hexadecimal(static_cast<unsigned char>(byte), 2);
    switch (character.code) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return character.code < 0x80      ? "\\x" + hexadecimal(character.code, 2)
               : character.code < 0x10000 ? "\\u" + hexadecimal(character.code, 4)
                                          : "\\U" + hexadecimal(character.code, 8);
    }
}

} // namespace

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t at) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[at]));
    };
    const char32_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return {};
    char32_t code = lead & (0x7FU >> length);
    for (std::size_t at = 1; at < length; ++at) {
        if ((byte(at) & 0xC0) != 0x80)
            return {};
        code = (code << 6) | (byte(at) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF)
        return {};
    return {code, length, true};
}

std::size_t first_invalid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        if (!character.valid)
            return at;
        at += character.length;
    }
    return std::string_view::npos;
}

std::string valid_utf8(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        result += character.valid ? text.substr(at, character.length) : "\uFFFD";
        at += character.length;
    }
    return result;
}

void append_utf8(std::string& text, char32_t code) {
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    const auto byte = [&](char32_t bits) { text += static_cast<char>(bits); };
    if (code < 0x80)
        return byte(code);
    if (code < 0x800) {
        byte(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            byte(0xE0 | code >> 12);
        } else {
            byte(0xF0 | code >> 18);
            byte(0x80 | (code >> 12 & 0x3F));
        }
        byte(0x80 | (code >> 6 & 0x3F));
    }
    byte(0x80 | (code & 0x3F));
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        width += is_in(wide, character.code) && !is_in(joining, character.code) ? 2U
                 : is_in(joining, character.code)                               ? 0U
                                                                                : 1U;
        at += character.length;
    }
    return width;
}

std::string printable(std::string_view text, std::size_t limit) {
    std::string result;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        if (count == limit)
            return result + "…";
        const Character character = first_character(text.substr(at));
        // XML and Cairo refuse codes that are not characters.
        const bool safe = character.valid && character.code >= 0x20 && character.code != 0x7F &&
                          (character.code & 0xFFFE) != 0xFFFE && !is_in(disturbing, character.code);
        result +=
            safe ? std::string(text.substr(at, character.length)) : escaped(character, text[at]);
        at += character.length;
    }
    return result;
}

std::string cite(std::string_view text) {
    return "\"" + printable(text, 40) + "\"";
}

std::vector<std::string_view> text_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

std::vector<std::string_view> pieces_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> pieces;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        pieces.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(blanks, end);
    }
    return pieces;
}

} // namespace attn
