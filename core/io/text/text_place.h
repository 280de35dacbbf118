// SPDX-License-Identifier: MIT
// Positions in a text, as editors count.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace attn::io {

/// Returns "line 2, column 7", both from 1, the column in characters.
std::string place_in(std::string_view text, std::size_t at);

/// Returns the line that a reader's error names; 0 if it names none.
std::size_t line_of(const Error& error);

} // namespace attn::io
