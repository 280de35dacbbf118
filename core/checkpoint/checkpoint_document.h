// SPDX-License-Identifier: MIT
// A layer of a model as a document: X as its attention reads it, the weights of one head or of all,
// mask, rotary positions, scale and soft limit, so that the lab's numbers are the model's. The
// report says what came from which tensor and what was left out.
#pragma once

#include "core/checkpoint/model.h"
#include "core/document/document.h"
#include "core/engine/progress.h"
#include "core/io/tensor_sources.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::checkpoint {

struct Choice {
    std::vector<Index> ids;         // the token ids of the words
    std::vector<std::string> words; // one for each id
    std::string tokenizer;          // what made the ids; empty: they were given directly
    Index layer = 0;
    std::optional<Index> head; // absent: all heads, joined by W_O
    bool is_block = false;     // the whole block around them
};

struct CheckpointDocument {
    Document document; // its notes hold the report
    io::TensorReport report;
};

/// Makes the document of a choice. The error says what the model lacks (a layer, a head, a position
/// for every word), what the lab's block cannot represent, or which tensor does not fit.
Result<CheckpointDocument> checkpoint_document(const Model& model, const Choice& choice,
                                               Progress* progress = nullptr);

} // namespace attn::checkpoint
