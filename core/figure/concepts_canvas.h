// SPDX-License-Identifier: MIT
// Canvas and lower panel of a document of concepts; canvas() and query_panel() call them.
#pragma once

#include "core/figure/canvas.h"

namespace attn::figure {

Figure concepts_canvas(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

/// What each concept holds of the ratings, kept or dropped, and the cosine of each pair of new
/// people before and after.
Figure concepts_panel(const Document& document, const Trace& trace, const View& view,
                      const CanvasOptions& options);

} // namespace attn::figure
