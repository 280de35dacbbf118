// SPDX-License-Identifier: MIT
// A document from words alone: X and every weight are drawn by a seed, so that the same words give
// the same numbers here and in a notebook.
#pragma once

#include "core/document/document.h"
#include "core/document/fill.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The words of a text: what stands between blanks, tabs and line breaks.
std::vector<std::string> words_of(std::string_view text);

struct NewFromWords {
    std::vector<std::string> words; // one for each row of X
    Index d_model = 4;
    Index heads = 1; // each with d_k = d_v = d_model / heads
    Join join = Join::None;
    bool has_block = false; // a transformer block around the heads, which W_O joins then
    Generator generator = Generator::NumPy;
    bool has_linear_weights = false; // as nn.Linear begins them; of PyTorch
    std::uint32_t seed = 42;
};
/// Whether a document can be made of it. The error says which number does not do, and which would.
Result<> check(const NewFromWords& asked);

/// X (words × d_model), then W_Q, W_K and W_V of head after head, then W_O (d_model × d_model), and
/// of a block W_1 (d_model × 4 d_model) and W_2, all standard normal and in this order from one
/// stream, or all but X as nn.Linear begins them; the notes say how a notebook draws them. A block
/// begins with γ = 1, β = 0, no biases.
Result<Document> document_of(const NewFromWords& asked);

} // namespace attn
