// SPDX-License-Identifier: MIT
// A second opinion on stages and gradients: computes the stages of a graph in extended precision,
// each from its operation's formula by plain loops. Shares no code with the operations.
#pragma once

#include "core/engine/graph/graph.h"

#include <Eigen/Core>

#include <cstddef>
#include <limits>
#include <vector>

namespace attn::test {

using Long = long double;
static_assert(std::numeric_limits<Long>::digits >= 64, "it has more digits than a double");
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Whether the mask blocks the cell, by the mask's definition.
bool is_closed(const Mask& mask, Index query, Index key, Index keys);

/// The angle by which a word's position turns a pair of columns: place · base^(−2 pair / width).
Long angle(Real base, Index place, Index pair, Index width);

/// Computes one stage from its inputs. Not for weighted values.
LongMatrix exactly(const Node& node, const std::vector<const LongMatrix*>& inputs);

/// Computes the stages up to `last` from the given ones, which already hold their numbers. Skips
/// weighted values, of which no gradient is taken.
void run_exactly(const Graph& graph, std::size_t last, std::vector<LongMatrix>& numbers);

} // namespace attn::test
