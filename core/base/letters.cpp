// SPDX-License-Identifier: MIT
#include "core/base/letters.h"

#include <unictype.h>
#include <unigbrk.h>

#include <array>
#include <cassert>
#include <cstdint>

namespace attn {

Way way_of(char32_t code) {
    const int category = uc_bidi_category(code);
    if (category == UC_BIDI_R || category == UC_BIDI_AL)
        return Way::FromRight;
    return category == UC_BIDI_L ? Way::FromLeft : Way::None;
}

std::size_t grapheme_length(std::string_view text) {
    std::array<char, longest_grapheme> breaks;
    assert(text.size() <= breaks.size() && "who asks knows how long a grapheme may be");
    u8_grapheme_breaks(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                       breaks.data());
    for (std::size_t at = 1; at < text.size(); ++at)
        if (breaks[at] != 0)
            return at;
    return text.size();
}

} // namespace attn
