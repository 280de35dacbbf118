// SPDX-License-Identifier: MIT
// Gives a figure its room and letter size, and adds title and caption.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/heatmap_figure.h"
#include "core/figure/theme.h"

namespace attn::figure {

/// Room in which the numbers of a small document can be shown; larger documents adapt to it.
CanvasOptions room_of(const HeatmapOptions& options, float least_width, float usual_share);
/// Room of unlimited height, as in a column of a paper.
CanvasOptions room_on_page(const HeatmapOptions& options, float smallest);

/// The letter size for a figure whose smallest letters are `smallest` times that size. In a column
/// of a paper the smallest letters get the promised size.
float letters(const HeatmapOptions& options, float smallest);

/// Adds the requested title and caption to a figure. Figures of matrices draw their own.
Figure with_words(Figure figure, const Theme& colours, const HeatmapOptions& options);

} // namespace attn::figure
