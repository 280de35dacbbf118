// SPDX-License-Identifier: MIT
// What each layer would say: the next word if the layers after it were left out ("logit lens";
// nostalgebraist 2020).
#pragma once

#include "core/document/model/evaluate.h"

#include <string>
#include <vector>

namespace attn {

/// Says why there is nothing to say after each layer, as a sentence; empty if there is.
std::string why_no_lens(const Document& document);

/// Returns for each layer the probabilities of the next word (words × next words) that the final
/// norm and the table make of the layer's output. After the last layer they are the document's. If
/// the document gives a stage after its layers, no layer changes them: all are the document's. What
/// is computed from a covered number is covered.
std::vector<Matrix> said_after_layers(const Document& document, const Trace& trace);

} // namespace attn
