// SPDX-License-Identifier: MIT
// Writes derivations as plain text, for a terminal or notes.
#pragma once

#include "core/document/derivation.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn {

struct DerivationStyle {
    NumberFormat numbers;
    std::size_t most_terms = 6; // in a sum; the rest is counted and added up
};

/// Writes only the live numbers: "1.59·1.54 + 0.93·0.96", "5.72 / √4", "e^2.86 / (e^2.57 +
/// e^2.86)". Empty if there is only the result: inputs, copies, blocked cells.
std::string numbers_text(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes one line: "scores[1,4] = Q[1,·] · K[4,·] = 1.59·1.54 + 0.93·0.96 = 3.34".
std::string one_line(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes the title, then formula, numbers and result, each on its own line.
std::string to_text(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes the first derivation in full, then a paragraph of single lines for each matrix below it.
std::string to_text(const std::vector<ChainLevel>& chain, const DerivationStyle& style = {});

} // namespace attn
