// SPDX-License-Identifier: MIT
// What a whole model says next with an opened layer in place of its own: the layers after it are
// run from the model's folder, which the document remembers.
#pragma once

#include "core/checkpoint/checkpoint_document.h"
#include "core/document/model/evaluate.h"
#include "core/engine/numbers/parallel.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::checkpoint {

/// Returns the folder, layer and tokens that the document of this choice is made from.
ModelOrigin origin_of(const Model& model, const Choice& choice);

/// Opens the folder of a document's origin. The error says that the folder is gone, or which file
/// is another than the one that the layer came from, and what to do.
Result<Model> open_origin(const ModelOrigin& origin);

/// What the opened layer adds to: words × d_model. No edit of the layer changes it.
struct LayerResidual {
    Index layer = 0;
    std::vector<Index> ids;
    Matrix numbers;
};

/// How many weights likely_by_model() reads, which its `progress` counts and gets as its total
/// unless it has one. `kept`: the residual that it gets, if any.
Index weights_to_run(const Model& model, const Document& document,
                     const LayerResidual* kept = nullptr);

/// Computes how likely each token of the model comes after the last word of the document, whose
/// numbers stand in place of its layer's, head's or attention's. The document must have an origin.
/// Fails if the layer no longer fits the model, if the model says no next word, or if its numbers
/// are covered or not finite. Once `progress` is cancelled, the result means nothing. `kept`, if
/// not null: a residual of this model, which is computed and kept there if it is of other words or
/// another layer.
Result<Vector> likely_by_model(const Model& model, const Document& document, const Trace& trace,
                               Progress* progress = nullptr,
                               std::optional<LayerResidual>* kept = nullptr);

/// Returns the document for other tokens: X is what the layer reads for them, and the rest stays.
Result<Document> with_tokens(const Model& model, Document document, const std::vector<Index>& ids,
                             std::vector<std::string> words, Progress* progress = nullptr);

} // namespace attn::checkpoint
