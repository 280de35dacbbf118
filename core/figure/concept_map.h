// SPDX-License-Identifier: MIT
// The map of concepts: people, films and new people by their coordinates in the first two.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

namespace attn::figure {

/// Draws the map into the rectangle, in text of the size `unit`. People and new people stand where
/// their coordinates say, with one scale for both axes, so that the angle between two is that of
/// their cosine when two concepts are kept. Films are directions: where a person would stand who
/// rated that film alone. Points can be pointed at: they are the places of their numbers.
void draw_concept_map(Drawing& drawing, const Document& document, const Trace& trace,
                      const View& view, Rect area, float unit);

/// The map as a figure of its own.
Figure concept_map(const Document& document, const Trace& trace, const View& view, Size size,
                   float text, const Measure& measure);

} // namespace attn::figure
