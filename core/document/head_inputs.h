// SPDX-License-Identifier: MIT
// Collects the inputs of a document's heads; for its evaluation only.
#pragma once

#include "core/document/document.h"

namespace attn {

/// Returns the weights that a head reads: keys and values are its group's.
HeadWeights weights_read(const Document& document, std::size_t head);

/// The result refers to `weights`.
HeadInputs inputs_of(const Document& document, const HeadWeights& weights,
                     Progress* progress = nullptr);

} // namespace attn
