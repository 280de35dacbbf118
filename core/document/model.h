// SPDX-License-Identifier: MIT
// What a document asks for as a graph of stages. Each model stands in one file of models/, which is
// all that knows which stages it has and what each reads.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"

#include <limits>

namespace attn {

/// The stages of the document in the order they are computed, those of the first `heads` heads.
Graph graph(const Document& document, Index heads = std::numeric_limits<Index>::max());

/// Whether the document has the stage, of head 0 where it has heads.
bool has_stage(const Document& document, Stage stage);

/// The matrix that people edit under this name; null where it is computed or not there.
const SharedMatrix* input(const Document& document, const SheetId& sheet);
SharedMatrix* input(Document& document, const SheetId& sheet);
/// The inputs of this kind of document, as a sentence lists them: "X, W_Q, W_K and W_V".
std::string input_names(const Document& document);

namespace models {
Graph attention(const Document& document, Index heads);
bool attention_has(const Document& document, Stage stage);
Graph concepts(const Document& document);
bool concepts_have(const Document& document, Stage stage);
} // namespace models

} // namespace attn
