// SPDX-License-Identifier: MIT
#include "app/ui/plain_text.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace app {
namespace {

struct Range {
    char32_t first, last;
};
// Only arrows and signs that no typeface shows in colour.
constexpr Range plain[] = {{0x00, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x2AF},    {0x370, 0x482},
                           {0x48A, 0x52F},   {0x1D00, 0x1DBF}, {0x1E00, 0x1FFF}, {0x2010, 0x2027},
                           {0x202F, 0x205E}, {0x2070, 0x20BF}, {0x2100, 0x2121}, {0x2123, 0x2138},
                           {0x213A, 0x218B}, {0x2190, 0x2193}, {0x219A, 0x21A8}, {0x21AB, 0x22FF},
                           {0x2308, 0x230B}, {0x2400, 0x2426}, {0x2500, 0x25A9}, {0x25AC, 0x25B5},
                           {0x25B7, 0x25BF}, {0x25C1, 0x25FA}, {0xFFFD, 0xFFFD}};

bool is_plain_code(char32_t code) {
    const auto* after =
        std::upper_bound(std::begin(plain), std::end(plain), code,
                         [](char32_t one, const Range& range) { return one < range.first; });
    return after != std::begin(plain) && code <= (after - 1)->last;
}

} // namespace

bool is_plain(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        std::uint64_t eight = 0;
        if (text.size() - at >= sizeof eight) {
            std::memcpy(&eight, text.data() + at, sizeof eight);
            if ((eight & 0x8080808080808080U) == 0) {
                at += sizeof eight;
                continue;
            }
        }
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const attn::Character c = attn::first_character(text.substr(at));
        if (!c.valid || !is_plain_code(c.code))
            return false;
        at += c.length;
    }
    return true;
}

} // namespace app
