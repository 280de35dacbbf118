// SPDX-License-Identifier: MIT
// The words of a whole model's document, and the tokenizer that it carries.
#pragma once

#include "core/checkpoint/whole_document.h"
#include "core/tokenizer/tokenizer.h"

#include <vector>

namespace attn::typing {

/// Names the tokens of the model as its tokenizer reads them, or by their ids if it is null. The
/// tokenizer travels with the document if it is small and can be written as a tokenizer.json; else
/// the choice says why none does.
checkpoint::WholeChoice whole_choice(const checkpoint::Model& model,
                                     const tokenizer::Tokenizer* tokenizer, std::vector<Index> ids);

} // namespace attn::typing
