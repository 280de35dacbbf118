// SPDX-License-Identifier: MIT
// Draws the map of concepts: people, films and new people at their coordinates in the first two
// concepts.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

namespace attn::figure {

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
