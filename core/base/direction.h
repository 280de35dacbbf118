// SPDX-License-Identifier: MIT
// The direction in which the letters of a text run. Digits, blanks and signs take the direction of
// the text around them and do not count.
#pragma once

#include <string_view>

namespace attn {

/// Whether the first letter runs from right to left. False without letters.
bool begins_from_right(std::string_view text);

/// Whether there are letters and all of them run from right to left.
bool is_all_from_right(std::string_view text);

} // namespace attn
