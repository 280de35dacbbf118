// SPDX-License-Identifier: MIT
// Every head as a picture for files: heatmaps in a grid, with one range of colours, their words at
// the left of each line and over the columns.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/heatmap_figure.h"

namespace attn::figure {

/// As wide as the options say. No mark says which head is open: that is the window's.
Figure heads_picture(const Document& document, const Trace& trace, const View& view,
                     const HeatmapOptions& options);

} // namespace attn::figure
