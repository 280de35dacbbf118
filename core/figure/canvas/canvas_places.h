// SPDX-License-Identifier: MIT
// Gives each stage of a document its place on the canvas. Plain attention has eight columns; stages
// that options add get columns between them; each product is where its factors meet.
#pragma once

#include "core/document/model/document.h"
#include "core/figure/canvas/canvas_layout.h"

#include <vector>

namespace attn::figure {

/// Places every stage that is drawn. A mask is shown in the scores before it.
std::vector<CanvasPlace> canvas_places(const Document& document);

/// What keys and values are made from: X, X with its positions, its norm, or the memory.
Stage source_of_keys(const Document& document);
/// The keys that scores read: turned by their positions, mapped, or as they are.
Stage keys_of_scores(const Document& document);
/// The scores that a mask closes: limited, biased, scaled or as they are.
Stage before_mask(const Document& document);
/// The place at which the canvas draws a number. A stage that repeats the one before is drawn as
/// that one, and the scores before a mask are drawn with the mask.
Place on_canvas(const Document& document, Place place);

} // namespace attn::figure
