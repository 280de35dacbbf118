// SPDX-License-Identifier: MIT
// Which place of the canvas each stage of a document has. Plain attention has eight columns; what
// options ask for stands in columns between them, each product where its factors meet.
#pragma once

#include "core/document/document.h"
#include "core/figure/canvas_layout.h"

#include <vector>

namespace attn::figure {

/// Every stage that is drawn, in its place. A mask is seen in the scores before it.
std::vector<CanvasPlace> canvas_places(const Document& document);

/// What keys and values are made from: X, X with its positions, its norm, or the memory.
Stage source_of_keys(const Document& document);
/// The keys that scores read: turned by their positions, mapped, or as they are.
Stage keys_of_scores(const Document& document);
/// The scores that a mask closes: limited, biased, scaled or as they are.
Stage before_mask(const Document& document);
/// Where the canvas draws a number: that of a stage which repeats the one before in that, that of
/// the scores before a mask with the mask.
Place on_canvas(const Document& document, Place place);

} // namespace attn::figure
