// SPDX-License-Identifier: MIT
// What a head is called: they count from 0, as layers and places do.
#pragma once

#include "core/base/matrix.h"

#include <string>

namespace attn {

/// "head 3"
inline std::string head_name(Index head) {
    return "head " + std::to_string(head);
}
/// "head 3 of 12"
inline std::string head_name(Index head, Index count) {
    return head_name(head) + " of " + std::to_string(count);
}

} // namespace attn
