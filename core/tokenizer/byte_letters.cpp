// SPDX-License-Identifier: MIT
#include "core/tokenizer/byte_letters.h"

#include "core/base/utf8.h"

#include <array>
#include <cstddef>

namespace attn::tokenizer {
namespace {

constexpr bool is_its_own_letter(unsigned code) {
    return (code >= 0x21 && code <= 0x7E) || (code >= 0xA1 && code <= 0xAC) ||
           (code >= 0xAE && code <= 0xFF);
}

/// Each byte's letter: itself, or the next unused one from U+0100 on.
constexpr std::array<char32_t, 256> letters_of_bytes() {
    std::array<char32_t, 256> letters{};
    char32_t next = 256;
    for (unsigned code = 0; code < 256; ++code)
        letters[code] = is_its_own_letter(code) ? code : next++;
    return letters;
}
constexpr auto letters = letters_of_bytes();

constexpr std::size_t letter_codes = 256 + 68; // 68 bytes are not their own letter.
constexpr std::array<int, letter_codes> bytes_of_letters() {
    std::array<int, letter_codes> bytes{};
    for (int& byte : bytes)
        byte = -1;
    for (int byte = 0; byte < 256; ++byte)
        bytes[letters[static_cast<std::size_t>(byte)]] = byte;
    return bytes;
}
constexpr auto bytes_by_letter = bytes_of_letters();

} // namespace

std::string to_byte_letters(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char byte : bytes)
        append_utf8(text, letters[static_cast<unsigned char>(byte)]);
    return text;
}

std::optional<std::string> from_byte_letters(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        const Character letter = first_character(text);
        if (!letter.valid || letter.code >= letter_codes || bytes_by_letter[letter.code] < 0)
            return std::nullopt;
        bytes += static_cast<char>(bytes_by_letter[letter.code]);
        text.remove_prefix(letter.length);
    }
    return bytes;
}

} // namespace attn::tokenizer
