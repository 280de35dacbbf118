// SPDX-License-Identifier: MIT
// A whole small model as a document: all its layers, the table of its words, the positions, the
// final norm and the logits, so that a text can be typed and every number edited.
#pragma once

#include "core/checkpoint/checkpoint_document.h"

#include <string>
#include <vector>

namespace attn::checkpoint {

/// The most numbers of a model that become one document.
constexpr Index max_whole_numbers = 4'000'000;

/// The numbers that the document of the whole model has.
Index numbers_of_whole(const Model& model);

/// Checks that one document can hold the whole model. The error names what is too large or what the
/// lab does not compute.
Result<> check_whole(const Model& model);

struct WholeChoice {
    std::vector<Index> ids; // the words that the document begins with
    /// A text for each token of the model, all different; empty: the tokens are numbers.
    std::vector<std::string> vocabulary;
    std::string description;   // names the tokenizer that made the ids; empty: the user gave them
    std::string tokenizer;     // that travels with the document (Document::tokenizer)
    std::string why_not_typed; // why none travels, for the report; empty: one does
};

/// Makes the document of the whole model. Fails as check_whole() does, if an id or the number of
/// words does not fit, or if a tensor is missing or does not fit.
Result<CheckpointDocument> whole_document(const Model& model, const WholeChoice& choice,
                                          Progress* progress = nullptr);

} // namespace attn::checkpoint
