// SPDX-License-Identifier: MIT
// Names of heads, layers and groups: by index, which counts from 0 as places do; "of how many" uses
// the ordinal, which counts from 1.
#pragma once

#include "core/base/matrix.h"

#include <string>

namespace attn {

/// "head 3"
inline std::string head_name(Index head) {
    return "head " + std::to_string(head);
}
/// "1st", "2nd", "3rd", "4th" …, "11th" for index 0, 1, 2 …
inline std::string ordinal(Index index) {
    const Index number = index + 1, last = number % 10;
    const bool is_teen = number % 100 / 10 == 1;
    return std::to_string(number) + (is_teen || last == 0 || last > 3 ? "th"
                                     : last == 1                      ? "st"
                                     : last == 2                      ? "nd"
                                                                      : "rd");
}
/// "layer 1 (2nd of 2)"
inline std::string indexed(const std::string& what, Index index, Index count) {
    return what + " " + std::to_string(index) + " (" + ordinal(index) + " of " +
           std::to_string(count) + ")";
}
/// "head 3 (4th of 12)"
inline std::string head_name(Index head, Index count) {
    return indexed("head", head, count);
}

} // namespace attn
