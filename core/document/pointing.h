// SPDX-License-Identifier: MIT
// What pointing at a number means, and dragging across it: in a window and in a page.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"

#include <optional>

namespace attn {

/// Makes the view point at a number: the numbers it is made of light up, and the word that it
/// speaks of as a key. Without a place those of the selected number light up. `computed`: the
/// document with its trace, which an edit may have left behind; null where nothing is computed yet.
void point_at(View& view, const Document& document, const std::optional<Place>& place,
              const Document* computed, const Trace* trace);

/// What one step of a drag is worth: a hundredth for numbers below ten, ten times more for each
/// further digit before the point.
Real scrub_step(Real start);

/// The value after travelling some steps from the start, on the grid of the step so that it reads
/// well; with `fine` on a ten times finer grid. No travel gives the start itself, bit for bit.
Real scrubbed(Real start, double travelled, bool fine);

} // namespace attn
