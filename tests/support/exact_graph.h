// SPDX-License-Identifier: MIT
// A second opinion on stages and gradients: the stages of a graph in extended precision, each from
// the formula of its operation by plain loops. It shares no code with the operations themselves.
#pragma once

#include "core/engine/graph.h"

#include <Eigen/Core>

#include <cstddef>
#include <limits>
#include <vector>

namespace attn::testing {

using Long = long double;
static_assert(std::numeric_limits<Long>::digits >= 64, "it has more digits than a double");
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What the mask says, from its definition.
bool is_closed(const Mask& mask, Index query, Index key, Index keys);

/// The angle by which the place of a word turns a pair of columns: place · base^(−2 pair / width).
Long angle(Real base, Index place, Index pair, Index width);

/// One stage from the numbers that it reads. Not the weighted values.
LongMatrix exactly(const Node& node, const std::vector<const LongMatrix*>& inputs);

/// Computes the stages up to `last` from those that are given, which hold their numbers already.
/// Weighted values, which no gradient is taken of, are left out.
void run_exactly(const Graph& graph, std::size_t last, std::vector<LongMatrix>& numbers);

} // namespace attn::testing
