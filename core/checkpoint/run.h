// SPDX-License-Identifier: MIT
// Runs a model in double precision up to one layer: the embeddings of the words, then layer after
// layer, each read from disk only while it is computed.
#pragma once

#include "core/checkpoint/checkpoint_document.h"
#include "core/engine/numbers/parallel.h"

#include <functional>
#include <span>

namespace attn::checkpoint {

struct LayerInput {
    Matrix residual; // what the layer adds to: words × d_model
    Matrix read;     // what its Q, K and V are made from: after the norm, where one comes before
};

/// The number of weights in one layer's projections, which `progress` counts.
Index weights_in_layer(const Config& config);

/// Computes what the layer reads for these words. The ids must be within the vocabulary, the layer
/// within the model. `progress`, if not null, counts weights, layer after layer.
Result<LayerInput> run_to(const Model& model, std::span<const Index> ids, Index layer,
                          Progress* progress = nullptr);

/// Receives the weights of a head, words × words, as soon as its layer is computed.
using SeeWeights = std::function<void(Index layer, Index head, const Matrix& weights)>;

/// Runs the whole model, for the weights of every head of every layer. `progress` counts weights.
Result<> run_all(const Model& model, std::span<const Index> ids, const SeeWeights& see,
                 Progress* progress = nullptr);

/// Checks that the words fit the model: their ids and their number.
Result<> check_words(const Model& model, std::span<const Index> ids);

} // namespace attn::checkpoint
