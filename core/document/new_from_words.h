// SPDX-License-Identifier: MIT
// Makes a document from words alone: draws X and every weight from a seed, so that the same words
// give the same numbers here and in a notebook.
#pragma once

#include "core/document/document.h"
#include "core/document/fill.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Splits a text into words at spaces, tabs and line breaks.
std::vector<std::string> words_of(std::string_view text);

struct NewFromWords {
    std::vector<std::string> words; // one for each row of X
    Index d_model = 4;
    Index heads = 1; // each with d_k = d_v = d_model / heads
    Join join = Join::None;
    bool has_block = false; // a transformer block around the heads, which W_O then joins
    Generator generator = Generator::NumPy;
    bool has_linear_weights = false; // start them as nn.Linear does; PyTorch only
    std::uint32_t seed = 42;
};
/// Checks that a document can be made of it. The error says which number is wrong, and which would
/// work.
Result<> check(const NewFromWords& asked);

/// Draws X (words × d_model), then W_Q, W_K and W_V head after head, then W_O (d_model × d_model),
/// and for a block W_1 (d_model × 4 d_model) and W_2, in this order from one stream: all standard
/// normal, or all but X as nn.Linear starts them. The notes say how a notebook draws them. A block
/// starts with γ = 1, β = 0 and no biases.
Result<Document> document_of(const NewFromWords& asked);

} // namespace attn
