// SPDX-License-Identifier: MIT
// Where a number comes from, as pictures: one line, and step by step with every factor clickable.
#pragma once

#include "core/figure/canvas.h"

#include <string>

namespace attn::figure {

/// One line for the number under the pointer, else for the selected one: its name, the live
/// numbers and the result. Without either a hint. As wide and high as what is available.
Figure derivation_line(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

/// One line while something is dragged or tried: `cause`, and the number that moved most since
/// `options.before`, as it was and as it is.
Figure change_line(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options, const std::string& cause);

/// The selected number step by step; the view must select a place of the document. `heading_room`
/// is left free at the right of the heading. Higher than what is available if it must scroll.
Figure derivation_panel(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options, float heading_room = 0);

} // namespace attn::figure
