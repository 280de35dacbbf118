// SPDX-License-Identifier: MIT
// Draws where a number comes from: in one line, or step by step with factors that can be clicked.
#pragma once

#include "core/figure/canvas.h"

#include <string>

namespace attn::figure {

/// Explains the number under the pointer, otherwise the selected one, in one line: its name, the
/// live numbers and the result. Without either it shows a hint. The figure has the available size.
Figure derivation_line(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

/// One line while something is dragged or tried: `cause`, and the number that changed most since
/// `options.before`, before and after.
Figure change_line(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options, const std::string& cause);

/// Explains the selected number step by step. The view must select a place of the document.
/// `heading_room` is left free at the right of the heading. Higher than the available size if it
/// must scroll.
Figure derivation_panel(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options, float heading_room = 0);

} // namespace attn::figure
