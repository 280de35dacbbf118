// SPDX-License-Identifier: MIT
// Heads with a purpose: computes W_Q and W_K from the embeddings so that each word attends to
// itself, to the previous word, to the first word, or to all equally.
#pragma once

#include "core/document/command.h"

#include <string_view>
#include <vector>

namespace attn {

enum class Reason { SameWord, PreviousWord, FirstWord, Uniform };
/// Returns "the previous word".
std::string_view name_of(Reason reason);

/// The least that the largest weight of each row must be, if the purpose has one target.
constexpr Real reasoned_weight = 0.9;

/// Makes the commands that set W_Q and W_K of the head. If the embeddings are linearly independent,
/// solves X W_Q = c · codes(targets), X W_K = codes (Elhage et al. 2021, "A Mathematical Framework
/// for Transformer Circuits": Q and K matter only by W_Q W_Kᵀ); else finds that product by logistic
/// regression. The first word has no previous word and attends to itself. Checks the effect by
/// evaluating the document. The error says why it cannot be had: words with the same embedding, a
/// mask, a switch, too few dimensions.
Result<std::vector<Command>> reasoned_head(const Document& document, Index head, Reason reason);

} // namespace attn
