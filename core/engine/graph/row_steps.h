// SPDX-License-Identifier: MIT
// Computes consecutive stages that go by rows (see operations/rows.h) together, a few rows of all
// of them at a time: a core's own cache then holds what one stage writes and the next one reads.
#pragma once

#include "core/engine/graph/graph.h"
#include "core/engine/numbers/parallel.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// For each stage, the stage whose numbers it has: itself, or an earlier one that it repeats, as
/// masked scores do without a mask.
std::vector<std::size_t> whose_numbers(const Graph& graph);

/// Stages that follow each other in an order and are computed together if there are several.
struct RowStep {
    std::size_t first = 0, count = 1; // in the order
};

/// Splits the order into steps. Large stages with the same number of rows share a step if they go
/// by rows.
std::vector<RowStep> row_steps(const Graph& graph, std::span<const std::size_t> order);

/// The numbers of stages, by their index in the graph, while some of them are computed.
struct StageNumbers {
    std::span<const Matrix* const> read; // stages that are read
    std::span<Matrix* const> made; // stages that are computed; null: rows are held only while later
                                   // stages of the step read them
};

/// Computes the stages of one step. `stands_for`: for each stage that is read, the stage whose
/// numbers it has, itself or the one it copies. Once `progress` is cancelled, rows are skipped.
void run_rows(const Graph& graph, std::span<const std::size_t> stages,
              std::span<const std::size_t> stands_for, const StageNumbers& numbers,
              const Progress* progress = nullptr);

} // namespace attn
