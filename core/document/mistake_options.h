// SPDX-License-Identifier: MIT
// Mistakes in what models have beside a single head: W_O, positions, norms, a shifted mask.
#pragma once

#include "core/document/compare.h"
#include "core/document/mistake.h"

#include <optional>
#include <string>

namespace attn {

/// Says what the document lacks to make the mistake, and the remedy. Empty if it lacks nothing.
std::string lack_for(const Document& document, Mistake mistake);

/// Computes one of these mistakes; empty for any other. The document must lack nothing.
std::optional<Calculation> mistaken_options(const Document& document, Mistake mistake);

} // namespace attn
