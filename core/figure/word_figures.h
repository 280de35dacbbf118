// SPDX-License-Identifier: MIT
// Figures of words by name: lines between them, their positions, and words as points.
#pragma once

#include "core/figure/figures.h"

#include <vector>

namespace attn::figure {

/// Lines between words; with several heads also every head at a glance.
std::vector<NamedFigure> figures_of_weights(const Document& document);

/// What positions do to the numbers; empty without positions.
std::vector<NamedFigure> figures_of_positions(const Document& document);

/// The words as points: of X, and of Q, of K and of both if the document has them.
std::vector<NamedFigure> maps_of_words(const Document& document);

} // namespace attn::figure
