// SPDX-License-Identifier: MIT
// The map of a calculation: a strip with every stage as a small named box, those in the light
// bright, so that one always sees where they lie in the whole. A click on a box goes there.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/spotlight/spotlight.h"

#include <vector>

namespace attn::figure {

/// Draws the stages of the open part in the two lanes of the canvas, in exactly the available size.
/// Each box is a title region of its matrix. A document of several layers has a box for each on the
/// left, the open one bright, with how many there are; it is a region of the first of the lit
/// matrices' stages in that layer.
Figure spotlight_map(const Document& document, const View& view, const std::vector<LitSheet>& lit,
                     const CanvasOptions& options);

} // namespace attn::figure
