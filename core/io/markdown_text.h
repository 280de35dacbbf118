// SPDX-License-Identifier: MIT
// Escapes text so that Markdown shows it literally.
#pragma once

#include <string>
#include <string_view>

namespace attn::io {

/// Returns one line that Markdown viewers show letter by letter, also in a heading or a table cell:
/// it starts no mark-up, HTML, link or formula. Invisible characters are escaped as by printable().
std::string markdown_literal(std::string_view text);

} // namespace attn::io
