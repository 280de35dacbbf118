// SPDX-License-Identifier: MIT
// Where an input goes, to go forward from it: "Q, K and V of cat", "column 2 of Q".
#pragma once

#include "core/document/evaluate.h"
#include "core/figure/derivation_runs.h"

namespace attn::figure {

/// All that a number that is given is part of, in the stages that read it: each name a link to its
/// first number there, in the row of the query word where heads have numbers of their own.
std::vector<Run> reader_runs(const Document& document, const Trace& trace, const Place& input,
                             const View& view, const Theme& theme);

} // namespace attn::figure
