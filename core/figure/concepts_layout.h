// SPDX-License-Identifier: MIT
// Where every matrix of concepts stands: ratings and their parts, the rebuilt ratings, new people,
// with the map beside or below them.
#pragma once

#include "core/figure/canvas_layout.h"

namespace attn::figure {

struct ConceptsLayout {
    Lengths lengths;
    Size size;
    std::vector<SheetBox> boxes; // in the order of the contents
    std::vector<float> rows;     // where the three bands begin
    Rect map;
    float sections_bottom = 0; // notices lie below
};

/// As large as fits, up to twice the size of text that was asked for; smaller than readable it does
/// not become: then the figure is larger than what is available and scrolls.
ConceptsLayout lay_out_concepts(const Contents& contents, const LayoutOptions& options,
                                const Measure& measure);

} // namespace attn::figure
