// SPDX-License-Identifier: MIT
// Which way the letters of a text run. Digits, blanks and signs take the direction of what stands
// around them and say nothing.
#pragma once

#include <string_view>

namespace attn {

/// Whether the first letter runs from right to left; false where there is none.
bool begins_from_right(std::string_view text);

/// Whether there are letters and all of them run from right to left.
bool is_all_from_right(std::string_view text);

} // namespace attn
