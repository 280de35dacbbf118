// SPDX-License-Identifier: MIT
// Places the matrices of concepts: ratings and their parts, the rebuilt ratings, new people, and
// the map beside or below them.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/drawing.h"
#include "core/figure/canvas/canvas_layout.h"

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

// Draws the map of concepts: people, films and new people at their coordinates in the first two
// concepts.

/// Draws the map into the rectangle with text of size `unit`. People and new people are at their
/// coordinates, with one scale for both axes: if two concepts are kept, the angle between two
/// people shows their cosine. Films are directions: the position of a person who rated only that
/// film. Points register the places of their numbers, so they can be pointed at.
void draw_concept_map(Drawing& drawing, const Document& document, const Trace& trace,
                      const View& view, Rect area, float unit);

/// The map as a figure of its own.
Figure concept_map(const Document& document, const Trace& trace, const View& view, Size size,
                   float text, const Measure& measure);

} // namespace attn::figure
