// SPDX-License-Identifier: MIT
// Computes rows of a product from rows of its left factor, however the right one was packed: X W_Q
// and Q Kᵀ.
#pragma once

#include "core/engine/operation.h"

namespace attn::operation {

/// Returns the row function; null if everything fits on a slide, because its sums are then made in
/// order.
RunRows* multiplied_rows(const Node& node);

} // namespace attn::operation
