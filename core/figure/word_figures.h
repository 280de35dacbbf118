// SPDX-License-Identifier: MIT
// The figures of words by name: lines between them, their positions, and words as points.
#pragma once

#include "core/figure/figures.h"

#include <vector>

namespace attn::figure {

/// Lines between words, and where there are several heads all of them.
std::vector<NamedFigure> figures_of_weights(const Document& document);

/// What positions do to the numbers, where they do anything.
std::vector<NamedFigure> figures_of_positions(const Document& document);

/// The words as points: of X, and where the document has them of Q, of K and of both.
std::vector<NamedFigure> maps_of_words(const Document& document);

} // namespace attn::figure
