// SPDX-License-Identifier: MIT
// A text as its lines.
#pragma once

#include <string_view>
#include <vector>

namespace attn {

/// The lines without their ends ("\n" or "\r\n"), as views into the text; what follows the last end
/// is a line if it is not empty.
std::vector<std::string_view> text_lines(std::string_view text);

} // namespace attn
