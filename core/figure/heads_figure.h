// SPDX-License-Identifier: MIT
// Every head at a glance, in the window: the weights of each as a small heatmap, all with one range
// of colours. Of a block of several layers, or with cross-attention, each attention has a row of
// its own where there is room for that. Files have heads_picture.h.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/figure.h"

namespace attn::figure {

/// The head of the view is framed, in the part that is open.
Figure heads_figure(const Document& document, const Trace& trace, const View& view, Size available,
                    float text, const Measure& measure);

} // namespace attn::figure
