// SPDX-License-Identifier: MIT
// An input: its numbers are given.
#include "core/engine/operation.h"

namespace attn::operation {

constinit const Operation given{"given", nullptr, nullptr,
                                [](const Cell&, Derivation& made) { made.rule = Rule::Given; },
                                [](const Naming&) { return std::string(); }};

} // namespace attn::operation
