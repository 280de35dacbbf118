// SPDX-License-Identifier: MIT
#include "core/io/markdown_text.h"

#include "core/base/utf8.h"

namespace attn::io {

std::string markdown_literal(std::string_view text) {
    std::string escaped;
    for (const char letter : printable(text)) {
        if (std::string_view("\\`*_{}[]<>()#+!|~&$").find(letter) != std::string_view::npos)
            escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

} // namespace attn::io
