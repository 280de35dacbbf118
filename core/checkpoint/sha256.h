// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4), to recognise files.
#pragma once

#include <string>
#include <string_view>

namespace attn::checkpoint {

/// Returns the hash of the bytes as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace attn::checkpoint
