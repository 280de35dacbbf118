// SPDX-License-Identifier: MIT
// Text in UTF-16, as spreadsheets write "Unicode text".
#pragma once

#include <string>
#include <string_view>

namespace attn::io {

/// Whether the bytes begin with the byte order mark of UTF-16.
bool is_utf16(std::string_view bytes);

/// What follows the byte order mark as UTF-8; what is no character becomes U+FFFD.
std::string utf8_of_utf16(std::string_view bytes);

} // namespace attn::io
