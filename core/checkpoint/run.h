// SPDX-License-Identifier: MIT
// The model run in double precision up to one layer: the embeddings of the words, then layer after
// layer, each read from the disk only while it is computed.
#pragma once

#include "core/checkpoint/model.h"
#include "core/engine/progress.h"

#include <functional>
#include <span>

namespace attn::checkpoint {

struct LayerInput {
    Matrix residual; // what the layer adds to: words × d_model
    Matrix read;     // what its Q, K and V are made from: after the norm, where one comes before
};

/// How many numbers the projections of one layer have: what a progress counts.
Index weights_in_layer(const Config& config);

/// What the layer is given for these words. The ids are within the vocabulary, the layer is one of
/// the model. `progress`, where it is not null, counts weights, layer after layer.
Result<LayerInput> run_to(const Model& model, std::span<const Index> ids, Index layer,
                          Progress* progress = nullptr);

/// Sees the weights of a head, words × words, as soon as its layer is computed.
using SeeWeights = std::function<void(Index layer, Index head, const Matrix& weights)>;

/// The whole model, for the weights of every head of every layer. `progress` counts weights.
Result<> run_all(const Model& model, std::span<const Index> ids, const SeeWeights& see,
                 Progress* progress = nullptr);

/// Whether the words fit the model: their ids, and how many they are.
Result<> check_words(const Model& model, std::span<const Index> ids);

} // namespace attn::checkpoint
