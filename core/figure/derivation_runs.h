// SPDX-License-Identifier: MIT
// Writes a derivation as runs of text: every factor in the colour of its side, every number
// clickable.
#pragma once

#include "core/document/derivation.h"
#include "core/document/view.h"
#include "core/figure/flow_text.h"

namespace attn::figure {

struct RunStyle {
    const Theme& theme;
    NumberFormat numbers;
    std::size_t most_terms = 6;
};

/// Names a number: "weight(cat → mouse)", the query's word in orange, the key's in teal.
std::vector<Run> name_runs(const Document& document, const Place& place, const RunStyle& style);

/// The operation: "q·k", "÷ √4", "softmax".
std::vector<Run> label_runs(const Derivation& derivation, const RunStyle& style);

/// "= 1.59·1.54 + 0.93·0.96 = 2.86": the live numbers and the result, which is clickable if
/// `result_is_link`.
std::vector<Run> number_runs(const Derivation& derivation, const RunStyle& style,
                             bool result_is_link);

/// A plain sentence, one run for each word.
std::vector<Run> sentence_runs(const std::string& sentence, Colour colour);

void append(std::vector<Run>& runs, std::vector<Run> more);

} // namespace attn::figure
