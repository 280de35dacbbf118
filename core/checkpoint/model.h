// SPDX-License-Identifier: MIT
// An opened model folder: its settings, the places of its tensors, and each layer's tensor names
// and shapes. Of the weight files only the headers have been read.
#pragma once

#include "core/checkpoint/config.h"
#include "core/checkpoint/weights.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::checkpoint {

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

} // namespace attn::checkpoint
