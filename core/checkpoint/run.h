// SPDX-License-Identifier: MIT
// Runs a model in double precision up to one layer: the embeddings of the words, then layer after
// layer, each read from disk only while it is computed.
#pragma once

#include "core/checkpoint/checkpoint_document.h"
#include "core/engine/numbers/parallel.h"

#include <functional>
#include <optional>
#include <span>

namespace attn::checkpoint {

struct LayerInput {
    Matrix residual; // what the layer adds to: words × d_model
    Matrix read;     // what its Q, K and V are made from: after the norm, where one comes before
};

/// The number of weights in one layer's projections, which `progress` counts.
Index weights_in_layer(const Config& config);

/// Computes what the layer reads for these words. The ids must be within the vocabulary, the layer
/// within the model. `progress`, if not null, counts weights, layer after layer, and gets their
/// total unless it has one.
Result<LayerInput> run_to(const Model& model, std::span<const Index> ids, Index layer,
                          Progress* progress = nullptr);

/// What stands in place of a layer's own numbers.
struct Instead {
    std::optional<Matrix> attention; // words × d_model, before it is added
    /// The output of one head, words × d_head, before W_O.
    std::optional<Matrix> output;
    Index head = 0;
};
/// Computes what the layer makes of these words, with numbers in place of its own. `x`: what it
/// adds to, words × d_model.
Result<Matrix> run_layer(const Model& model, Index layer, const Matrix& x, const Instead& instead,
                         Progress* progress = nullptr);
/// Computes what the layers from this one on make of the words. `progress` counts weights.
Result<Matrix> run_from(const Model& model, Index layer, Matrix x, Progress* progress = nullptr);

/// The tensor whose rows the logits are products with; the error says that the model has none.
Result<Projection> table_of_logits(const Model& model);
/// Returns the logits of words after the last layer, by the final norm and the table: words ×
/// vocabulary. Fails if the model says no next word.
Result<Matrix> logits_of(const Model& model, const Matrix& x, Progress* progress = nullptr);

/// Receives the weights of a head, words × words, as soon as its layer is computed.
using SeeWeights = std::function<void(Index layer, Index head, const Matrix& weights)>;

/// Runs the whole model, for the weights of every head of every layer. `progress` counts weights.
Result<> run_all(const Model& model, std::span<const Index> ids, const SeeWeights& see,
                 Progress* progress = nullptr);

/// Checks that the words fit the model: their ids and their number.
Result<> check_words(const Model& model, std::span<const Index> ids);

} // namespace attn::checkpoint
