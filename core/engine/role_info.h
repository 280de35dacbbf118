// SPDX-License-Identifier: MIT
// What the lines of each role are called: one row of a table for each, which tables, axes of
// pictures and messages read.
#pragma once

#include "core/engine/place.h"

namespace attn {

struct RoleInfo {
    Role role;
    std::string_view text;   // rich, one line of a matrix of attention: "query", "d_{k}"
    std::string_view plural; // all of them: "query words", "dimensions of d_k"
    std::string_view each;   // what there is one line for: "column of W_Q"
};
const RoleInfo& info(Role role);

} // namespace attn
