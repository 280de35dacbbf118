// SPDX-License-Identifier: MIT
// Names for the lines of each role: one table row per role, read by tables, axes of pictures and
// messages.
#pragma once

#include "core/engine/graph/place.h"

namespace attn {

struct RoleInfo {
    Role role;
    std::string_view text;   // rich, for one line of a matrix of attention: "query", "d_{k}"
    std::string_view plural; // all of them: "query words", "dimensions of d_k"
    std::string_view each;   // what each line stands for: "column of W_Q"
};
const RoleInfo& info(Role role);

} // namespace attn
