// SPDX-License-Identifier: MIT
// Text as Markdown shows it literally.
#pragma once

#include <string>
#include <string_view>

namespace attn::io {

/// One line that Markdown viewers show letter by letter, also in a heading or a cell of a table: no
/// mark-up, HTML, link or formula begins in it. What cannot be seen is escaped as by printable().
std::string markdown_literal(std::string_view text);

} // namespace attn::io
