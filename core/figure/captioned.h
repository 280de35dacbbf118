// SPDX-License-Identifier: MIT
// What a figure of a file gets besides itself: its room, the size of its letters, title and
// caption.
#pragma once

#include "core/figure/canvas.h"
#include "core/figure/heatmap_figure.h"
#include "core/figure/theme.h"

namespace attn::figure {

/// Room enough to show the numbers of a small document; larger ones fit themselves into it.
CanvasOptions room_of(const HeatmapOptions& options, float least_width, float usual_share);
/// Room that has no height, as a column of a paper has none.
CanvasOptions room_on_page(const HeatmapOptions& options, float smallest);

/// The letters of a figure whose smallest are so much of them: on paper those are as large as a
/// column promises.
float letters(const HeatmapOptions& options, float smallest);

/// The figure with the title and the caption that were asked for; matrices draw theirs themselves.
Figure with_words(Figure figure, const Theme& colours, const HeatmapOptions& options);

} // namespace attn::figure
