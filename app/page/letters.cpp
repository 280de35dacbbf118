// SPDX-License-Identifier: MIT
// Properties of letters as the browser knows them (core/base/letters.h).
#include "core/base/letters.h"

#include "app/page/browser.h"

namespace attn {

Way way_of(char32_t code) {
    return static_cast<Way>(script_way(code));
}

std::size_t grapheme_length(std::string_view text) {
    return script_grapheme(text.data(), text.size());
}

} // namespace attn
