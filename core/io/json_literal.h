// SPDX-License-Identifier: MIT
// Texts and numbers as JSON writes them.
#pragma once

#include "core/base/matrix.h"

#include <string>
#include <string_view>

namespace attn::io {

/// A JSON string literal with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// The shortest number that reads back as the same double; −0 is "-0.0"; what is not finite is one
/// of the strings "NaN", "Infinity", "-Infinity" with its quotes.
std::string json_number(Real value);

} // namespace attn::io
