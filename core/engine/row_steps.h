// SPDX-License-Identifier: MIT
// Stages that follow each other and go by rows (see operations/rows.h) are computed together, a few
// rows of all of them at a time: a core's own cache holds what one makes and the next one reads.
#pragma once

#include "core/engine/graph.h"
#include "core/engine/progress.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// Whose numbers each stage has: its own, or those of an earlier one that it repeats, as masked
/// scores do without a mask.
std::vector<std::size_t> whose_numbers(const Graph& graph);

/// Stages that follow each other in an order.
struct RowStep {
    std::size_t first = 0, count = 1; // in the order; several are computed together
};

/// The order in steps. Large stages of as many rows share one where they go by rows.
std::vector<RowStep> row_steps(const Graph& graph, std::span<const std::size_t> order);

/// The numbers of stages by their place in the graph, while some of them are computed.
struct StageNumbers {
    std::span<const Matrix* const> read; // of a stage that is read
    std::span<Matrix* const> made; // of one that is computed; none: its rows are held while they
                                   // are read by others of its step
};

/// Computes the stages of one step. `stands_for`: whose numbers a stage has that is read, itself's
/// or another's of which it is a copy. Once `progress` is cancelled, rows are left out.
void run_rows(const Graph& graph, std::span<const std::size_t> stages,
              std::span<const std::size_t> stands_for, const StageNumbers& numbers,
              const Progress* progress = nullptr);

} // namespace attn
