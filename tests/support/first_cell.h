// SPDX-License-Identifier: MIT
// The cell that the person of a test changes: X[0,0].
#pragma once

#include "core/engine/graph/place.h"

namespace attn::test {

inline constexpr Place x00{};

} // namespace attn::test
