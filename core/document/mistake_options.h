// SPDX-License-Identifier: MIT
// The usual mistakes with what models have beside one head: W_O, positions, norms, a shifted mask.
#pragma once

#include "core/document/compare.h"
#include "core/document/mistake.h"

#include <optional>
#include <string>

namespace attn {

/// What the document lacks to make the mistake with, and the remedy. Empty where it has all.
std::string lack_for(const Document& document, Mistake mistake);

/// The calculation with one of these mistakes; nothing of others. The document must lack nothing.
std::optional<Calculation> mistaken_options(const Document& document, Mistake mistake);

} // namespace attn
