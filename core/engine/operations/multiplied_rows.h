// SPDX-License-Identifier: MIT
// How rows of a product are computed from rows of its left factor, whichever way the right one was
// packed: X W_Q and Q Kᵀ.
#pragma once

#include "core/engine/operation.h"

namespace attn::operation {

/// Nothing for what fits on a slide, whose sums are made in order.
RunRows* multiplied_rows(const Node& node);

} // namespace attn::operation
