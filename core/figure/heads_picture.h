// SPDX-License-Identifier: MIT
// Draws every head as a picture for files: heatmaps in a grid with one range of colours, words at
// the left of each line and over the columns.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/heatmap_figure.h"

namespace attn::figure {

/// Draws the picture in the width of the options. The open head is not marked; only the window does
/// that.
Figure heads_picture(const Document& document, const Trace& trace, const View& view,
                     const HeatmapOptions& options);

} // namespace attn::figure
