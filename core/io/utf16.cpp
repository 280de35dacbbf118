// SPDX-License-Identifier: MIT
#include "core/io/utf16.h"

#include "core/base/utf8.h"

namespace attn::io {

bool is_utf16(std::string_view bytes) {
    return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::string utf8_of_utf16(std::string_view bytes) {
    const bool is_big_endian = bytes.starts_with('\xFE');
    bytes.remove_prefix(2);
    const auto unit = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return static_cast<char32_t>(is_big_endian ? first << 8 | second : second << 8 | first);
    };
    constexpr char32_t none = 0xFFFD;
    std::string text;
    text.reserve(bytes.size());
    std::size_t at = 0;
    for (; at + 1 < bytes.size(); at += 2) {
        const char32_t code = unit(at);
        const bool is_high = code >= 0xD800 && code < 0xDC00;
        const char32_t low = is_high && at + 3 < bytes.size() ? unit(at + 2) : 0;
        if (low >= 0xDC00 && low < 0xE000) {
            append_utf8(text, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
            at += 2;
        } else {
            append_utf8(text, is_high ? none : code);
        }
    }
    if (at < bytes.size()) // half a character
        append_utf8(text, none);
    return text;
}

} // namespace attn::io
