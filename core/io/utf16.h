// SPDX-License-Identifier: MIT
// Reads UTF-16 text, as spreadsheets write "Unicode text".
#pragma once

#include <string>
#include <string_view>

namespace attn::io {

/// Whether the bytes begin with the byte order mark of UTF-16.
bool is_utf16(std::string_view bytes);

/// Converts what follows the byte order mark to UTF-8; invalid units become U+FFFD.
std::string utf8_of_utf16(std::string_view bytes);

} // namespace attn::io
