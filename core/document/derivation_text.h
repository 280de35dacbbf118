// SPDX-License-Identifier: MIT
// Derivations as plain text, to be read in a terminal and pasted into notes.
#pragma once

#include "core/document/derivation.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn {

struct DerivationStyle {
    NumberFormat numbers;
    std::size_t most_terms = 6; // of a sum; the others are counted and added up
};

/// The live numbers alone: "1.59·1.54 + 0.93·0.96", "5.72 / √4", "e^2.86 / (e^2.57 + e^2.86)".
/// Empty where there is nothing but the result: inputs, copies, blocked cells.
std::string numbers_text(const Derivation& derivation, const DerivationStyle& style = {});

/// One line: "scores[1,4] = Q[1,·] · K[4,·] = 1.59·1.54 + 0.93·0.96 = 3.34".
std::string one_line(const Derivation& derivation, const DerivationStyle& style = {});

/// The title, then formula, numbers and result each in a line of its own.
std::string to_text(const Derivation& derivation, const DerivationStyle& style = {});

/// The first derivation in full, then a paragraph of single lines for each matrix below it.
std::string to_text(const std::vector<ChainLevel>& chain, const DerivationStyle& style = {});

} // namespace attn
