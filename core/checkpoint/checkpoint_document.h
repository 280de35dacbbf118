// SPDX-License-Identifier: MIT
// A layer of a model as a document: X as its attention reads it, the weights of one head or of all,
// mask, rotary positions, scale and soft limit, so that the lab's numbers are the model's. The
// report says what came from which tensor and what was left out.
#pragma once

#include "core/checkpoint/config.h"
#include "core/checkpoint/weights.h"
#include "core/document/model/document.h"
#include "core/engine/numbers/parallel.h"
#include "core/io/arrays/tensor_sources.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::checkpoint {

// An opened model folder: its settings, the places of its tensors, and each layer's tensor names
// and shapes. Of the weight files only the headers have been read.

struct Model {
    std::string folder;
    Config config;
    Weights weights;
    std::string prefix; // before every name of a tensor: "transformer."
};

/// Opens a folder with config.json and weights. The error names the missing or wrong file and says
/// what to do.
Result<Model> open_model(const std::string& folder);

/// The names of a norm's tensors; older files say gamma and beta.
struct NormNames {
    std::string gain;
    std::string shift; // empty: RMSNorm has none
};

/// The projections and norms of one layer.
struct LayerTensors {
    std::string begin; // how all their names begin: "transformer.h.3."
    Projection q, k, v, o;
    std::optional<Projection> gate;
    Projection up, down;
    NormNames norm_1, norm_2;
    std::optional<NormNames> norm_after_attention, norm_after_mlp;
    std::optional<NormNames> q_norm, k_norm; // norms of each head, as wide as a head
};
LayerTensors tensors_of(const Model& model, Index layer);

/// "transformer.wte.weight".
std::string whole_name(const Model& model, std::string_view stem, std::string_view end = ".weight");
NormNames norm_names(const Model& model, const std::string& stem);

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
