// SPDX-License-Identifier: MIT
// Places the matrices of concepts: ratings and their parts, the rebuilt ratings, new people, and
// the map beside or below them.
#pragma once

#include "core/figure/canvas_layout.h"

namespace attn::figure {

struct ConceptsLayout {
    Lengths lengths;
    Size size;
    std::vector<SheetBox> boxes; // in the order of the contents
    std::vector<float> rows;     // top edges of the three bands
    Rect map;
    float sections_bottom = 0; // notices are below it
};

/// Lays out everything as large as fits, up to twice the requested text size. It never becomes too
/// small to read; the figure then exceeds the available size and scrolls.
ConceptsLayout lay_out_concepts(const Contents& contents, const LayoutOptions& options,
                                const Measure& measure);

} // namespace attn::figure
