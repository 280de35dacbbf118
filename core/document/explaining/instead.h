// SPDX-License-Identifier: MIT
// Computes a stage as it would be if another stage had other numbers: what a model would say after
// an earlier layer, or without a head.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/engine/graph/graph.h"

namespace attn {

/// Replaces the numbers of `changed` and returns what `wanted` then is. Runs only the stages
/// between both; everything else is the trace's. `stages`: the document's graph, which has both;
/// `wanted` is one matrix, not one for each query. `numbers` has the shape of `changed`.
Matrix computed_instead_of(const Document& document, const Trace& trace, const Graph& stages,
                           const SheetId& changed, Matrix numbers, const SheetId& wanted);

} // namespace attn
