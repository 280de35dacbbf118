// SPDX-License-Identifier: MIT
// Where something stands in a text, as people count.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace attn::io {

/// "line 2, column 7", both from 1, the column in characters.
std::string place_in(std::string_view text, std::size_t at);

/// The line that an error of a reader names; 0 if it names none.
std::size_t line_of(const Error& error);

} // namespace attn::io
