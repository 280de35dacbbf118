// SPDX-License-Identifier: MIT
// What moves a number, in words: the inputs it answers to most, and one line for the number under
// the pointer. The gradients themselves stand on the canvas (see gradient_look.h).
#pragma once

#include "core/figure/canvas.h"

#include <string>

namespace attn::figure {

/// The strongest inputs, each with what it is now and how much it changes the number per 0.01; a
/// whole line stands for its input. Or the sentence why there is no gradient, or none that moves
/// the number. `heading_room` is left free at the right of the heading.
Figure sensitivity_panel(const Document& document, const Trace& trace, const View& view,
                         const Sensitivity& sensitivity, const CanvasOptions& options,
                         float heading_room = 0);

/// One line: the derivative with respect to the number under the pointer, or else what the canvas
/// shows. While something is dragged `cause` says what, and the line what became of the number
/// since `options.before`.
Figure sensitivity_line(const Document& document, const Trace& trace, const View& view,
                        const Sensitivity& sensitivity, const CanvasOptions& options,
                        const std::string& cause = "");

} // namespace attn::figure
