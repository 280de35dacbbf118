// SPDX-License-Identifier: MIT
// What pointing at a number and dragging across it do, in a window and in a page.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"

#include <optional>

namespace attn {

/// Makes the view point at a number: highlights the numbers it is made of, and the word it has as a
/// key. Without a place, highlights what the selected number is made of. `computed`: the document
/// that `trace` belongs to, which an edit may have outdated; null if nothing is computed yet.
void point_at(View& view, const Document& document, const std::optional<Place>& place,
              const Document* computed, const Trace* trace);

/// Returns the value of one drag step: a hundredth for numbers below ten, ten times more for each
/// further digit before the point.
Real scrub_step(Real start);

/// Returns the value after some steps from the start, on the step's grid so that it reads well;
/// `fine` uses a ten times finer grid. Zero steps return the start itself, bit for bit.
Real scrubbed(Real start, double travelled, bool fine);

} // namespace attn
