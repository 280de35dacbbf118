// SPDX-License-Identifier: MIT
// The steps of a large head's pass; only for attention.cpp and attention_change.cpp.
#pragma once

#include "core/engine/attention.h"
#include "core/engine/kernels.h"

namespace attn {

/// Whether the pass may go the blocked way: large, a softmax over rows, every number finite.
bool is_for_large(const HeadTrace& trace, const Switches& switches);

/// Everything that follows from Q, K and V of the trace, the one way or the other. `kept`: what to
/// do with the products of queries and keys; without it those of earlier passes are let go.
void attend_from_projections(HeadTrace& trace, const HeadInputs& inputs,
                             const KeptScores& kept = {});

/// a b by blocks and on all cores.
Matrix large_product(const Matrix& a, const Matrix& b, Progress* progress = nullptr);

/// Packs K and V and makes every row of the output from Q, K and V of the trace. False where a
/// number is not finite: then `large` is unused.
bool attend_all_rows(HeadTrace& trace, const HeadInputs& inputs, const KeptScores& kept);

/// Makes some rows of the output anew; they may stand in any order. False as above, but `large` is
/// left as it is.
bool attend_some_rows(HeadTrace& trace, const std::vector<Index>& rows, Progress* progress);

/// Packs the values again if they changed since.
void keep_value_packed(HeadTrace& trace);

/// The weights times any matrix with a row for each key: tokens × its columns.
Matrix weigh(HeadTrace& trace, const Matrix& rows, Progress* progress);

KernelMask kernel_mask(const Mask& mask);

/// What a product of a query and a key is multiplied by.
Real factor(const LargeHead& head);

} // namespace attn
