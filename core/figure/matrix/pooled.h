// SPDX-License-Identifier: MIT
// Draws a matrix as an image: one pixel per cell, or pooled so that thin peaks stay visible.
#pragma once

#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/sheet_look.h"

#include <memory>
#include <vector>

namespace attn::figure {

/// An image of at most `most_width` × `most_height` pixels. A pixel of several cells shows the
/// number farthest from the quiet end of the scale (from 0 if the scale has both signs). A
/// non-finite number takes precedence; a pixel is masked only if all its cells are.
std::shared_ptr<const Pixels> pooled(const SheetLook& look, const Theme& theme, int most_width,
                                     int most_height);

/// A request for an image of a part of a matrix.
struct MatrixImage {
    const SheetLook* look;
    CellPart part;
    int most_width, most_height;
};

/// The same for a part. Reuses an image made since the last evaluation.
std::shared_ptr<const Pixels> pooled(const MatrixImage& picture, const Theme& theme);

/// Creates a figure's changed images in parallel, so that pooled() finds them.
void make_matrix_images(const std::vector<MatrixImage>& pictures, const Theme& theme);

/// The fill of one cell: its colour on the map, or grey if it is blocked.
Colour cell_colour(const SheetLook& look, const Theme& theme, Index row, Index column);

} // namespace attn::figure
