// SPDX-License-Identifier: MIT
// Explains what moves a number: the inputs with the strongest effect, and one line for the number
// under the pointer. The canvas shows the gradients themselves (see gradient_look.h).
#pragma once

#include "core/figure/canvas/canvas.h"

#include <string>

namespace attn::figure {

/// Lists the strongest inputs, each with its value and the change of the number per 0.01; a whole
/// line stands for its input. Otherwise says why there is no gradient, or that no input moves the
/// number. `heading_room` is left free at the right of the heading.
Figure sensitivity_panel(const Document& document, const Trace& trace, const View& view,
                         const Sensitivity& sensitivity, const CanvasOptions& options,
                         float heading_room = 0);

/// One line: the derivative with respect to the number under the pointer, or what the canvas shows.
/// During a drag it shows `cause` and how the number changed since `options.before`.
Figure sensitivity_line(const Document& document, const Trace& trace, const View& view,
                        const Sensitivity& sensitivity, const CanvasOptions& options,
                        const std::string& cause = "");

} // namespace attn::figure
