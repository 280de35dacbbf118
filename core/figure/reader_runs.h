// SPDX-License-Identifier: MIT
// Names what reads an input: "Q, K and V of cat", "column 2 of Q".
#pragma once

#include "core/document/evaluate.h"
#include "core/figure/derivation_runs.h"

namespace attn::figure {

/// Names everything an input number is part of, in the stages that read it. Each name links to its
/// first number there; in the query word's row if heads have numbers of their own.
std::vector<Run> reader_runs(const Document& document, const Trace& trace, const Place& input,
                             const View& view, const Theme& theme);

} // namespace attn::figure
