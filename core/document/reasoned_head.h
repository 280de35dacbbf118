// SPDX-License-Identifier: MIT
// Heads with a reason: W_Q and W_K computed from the embeddings, so that each word attends to
// itself, to the word before it, to the first word, or to all alike.
#pragma once

#include "core/document/command.h"

#include <string_view>
#include <vector>

namespace attn {

enum class Reason { SameWord, PreviousWord, FirstWord, Uniform };
/// "the previous word".
std::string_view name_of(Reason reason);

/// What the largest weight of each row is at least, where a head has one.
constexpr Real reasoned_weight = 0.9;

/// The commands that set W_Q and W_K of the head. Where the embeddings are independent of each
/// other, they solve X W_Q = c · codes(targets), X W_K = codes (Elhage et al. 2021, "A Mathematical
/// Framework for Transformer Circuits": Q and K matter only by W_Q W_Kᵀ); else that product is
/// found by logistic regression. The first word has none before it and attends to itself. The
/// effect is proved by evaluating the document; the error says why it cannot be had: words with
/// the same embedding, a mask, a switch, too few dimensions.
Result<std::vector<Command>> reasoned_head(const Document& document, Index head, Reason reason);

} // namespace attn
