// SPDX-License-Identifier: MIT
// What the heads of a document are computed from; for its evaluation only.
#pragma once

#include "core/document/document.h"

namespace attn {

/// The weights that a head reads: keys and values are those of its group.
HeadWeights weights_read(const Document& document, std::size_t head);

/// It refers to the weights.
HeadInputs inputs_of(const Document& document, const HeadWeights& weights,
                     Progress* progress = nullptr);

} // namespace attn
