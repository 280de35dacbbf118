// SPDX-License-Identifier: MIT
// Bounds the rounding error of a stage whose formula is computed in doubles, with sums in any
// order: some units in the last place of the added terms.
#pragma once

#include "tests/support/exact_graph.h"

namespace attn::test {

/// Returns the bound for each number of the stage. `exact`: the stage as exactly() computes it from
/// the same inputs. Not for weights, which weights_of_line() judges, and not for weighted values.
LongMatrix rounding(const Node& node, const std::vector<const LongMatrix*>& inputs,
                    const LongMatrix& exact);

} // namespace attn::test
