// SPDX-License-Identifier: MIT
// How far off the numbers of a stage may be where its formula is computed in doubles, in any order
// of its sums: some units of the last place of what is added up on the way.
#pragma once

#include "tests/support/exact_graph.h"

namespace attn::testing {

/// For each number of the stage. `exact`: the stage as exactly() finds it from the same inputs. Not
/// of weights, whose lines weights_of_line judges, and not of weighted values.
LongMatrix rounding(const Node& node, const std::vector<const LongMatrix*>& inputs,
                    const LongMatrix& exact);

} // namespace attn::testing
