// SPDX-License-Identifier: MIT
// Writes texts and numbers as JSON.
#pragma once

#include "core/base/matrix.h"

#include <string>
#include <string_view>

namespace attn::io {

/// Returns a JSON string literal with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// Returns the shortest number that reads back as the same double; −0 is "-0.0". Non-finite numbers
/// are the strings "NaN", "Infinity", "-Infinity", with quotes.
std::string json_number(Real value);

} // namespace attn::io
