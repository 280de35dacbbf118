// SPDX-License-Identifier: MIT
// The folder of the model that a document is a layer of, with its tokenizer: what the whole model
// says after the document's words, or after a text.
#pragma once

#include "core/checkpoint/origin.h"
#include "core/document/explaining/head_effects.h"
#include "core/tokenizer/tokenizer.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::typing {

struct ModelFolder {
    checkpoint::Model model;
    ModelOrigin of;                                // what it was opened for
    std::optional<tokenizer::Tokenizer> tokenizer; // empty: the folder has none that can be read
    Error no_tokenizer;                            // why
    /// A text for each token, by id; without a tokenizer the ids.
    std::shared_ptr<const std::vector<std::string>> texts;
    /// What the layer adds to; kept, because no edit changes it.
    std::optional<checkpoint::LayerResidual> residual = {};
};

/// Opens the folder of a document's origin; fails as checkpoint::open_origin() does. What was read
/// before of the same model is taken out of `kept`, if it is not null, and not read again.
Result<ModelFolder> open_folder(const ModelOrigin& origin,
                                std::optional<ModelFolder>* kept = nullptr);

/// Computes how likely each token comes after the last word, as checkpoint::likely_by_model() does.
/// Covered numbers of the document stay covered. If `evaluation` or `run` is cancelled, the result
/// means nothing. `evaluation` and `run` count what computing the document and running
/// the model take.
Result<Vector> likely_next(ModelFolder& folder, const Document& document,
                           Progress* evaluation = nullptr, Progress* run = nullptr);

/// What the heads of the opened layer do to how likely one token comes next.
struct HeadChanges {
    Index token = 0; // the likeliest
    Vector likely;   // how likely each token is with all heads
    std::vector<HeadChange> heads;
};
/// The number of weights that changes_by_heads() reads, which its `run` counts.
Index weights_for_heads(const ModelFolder& folder, const Document& document);
/// How often it runs the model: once with all heads, and twice for each head.
Index runs_for_heads(const Document& document);
/// Runs the model twice for each head of the document, which must have one layer (Michel, Levy and
/// Neubig 2019). Fails as likely_next() does.
Result<HeadChanges> changes_by_heads(ModelFolder& folder, const Document& document,
                                     Progress* run = nullptr);

/// Returns the document for the tokens of a text, as checkpoint::with_tokens() does.
Result<Document> with_text(const ModelFolder& folder, const Document& document,
                           std::string_view text, Progress* progress = nullptr);

/// Joins the words of a document as the model's tokenizer joins them.
std::string joined_words(const ModelFolder& folder, const Document& document);
/// Returns a text that the folder's tokenizer splits into the words of the document; if there is
/// none, the words joined.
std::string text_of_words(const ModelFolder& folder, const Document& document);

} // namespace attn::typing
