// SPDX-License-Identifier: MIT
// Which place of the canvas each stage of a document has. Plain attention has eight columns; what
// options ask for stands in columns between them, each product where its factors meet.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"
#include "core/figure/canvas_layout.h"

#include <vector>

namespace attn::figure {

/// Every stage that is drawn, in its place. A mask is seen in the scaled scores.
std::vector<CanvasPlace> canvas_places(const Document& document);

/// Whether no option asks for a place of its own.
bool has_plain_places(const Document& document);

/// Whether one stage of the first head is an input of the other.
bool reads(const Graph& stages, Stage reader, Stage read);

/// What queries are made from, and keys: X, X with its positions, its norm, or the memory.
Stage source_of_queries(const Document& document);
Stage source_of_keys(const Document& document);
/// The queries and keys that scores read: turned by their positions, mapped, or as they are.
Stage queries_of_scores(const Document& document);
Stage keys_of_scores(const Document& document);

} // namespace attn::figure
