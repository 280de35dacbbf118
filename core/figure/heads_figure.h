// SPDX-License-Identifier: MIT
// Draws every head at a glance for the window: the weights of each as a small heatmap, all in one
// range of colours. With several attentions (layers, or cross-attention) each has a row of its own
// if there is room. For files see heads_picture.h.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

namespace attn::figure {

/// Frames the view's head in the open part.
Figure heads_figure(const Document& document, const Trace& trace, const View& view, Size available,
                    float text, const Measure& measure);

} // namespace attn::figure
