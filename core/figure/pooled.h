// SPDX-License-Identifier: MIT
// A matrix as an image: one pixel per cell, or pooled so that thin peaks stay visible.
#pragma once

#include "core/figure/figure.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"

#include <memory>
#include <vector>

namespace attn::figure {

/// At most `most_width` × `most_height` pixels. A pixel of several cells shows the number farthest
/// from the quiet end of the scale (from 0 where the scale has both signs); a non-finite number
/// wins over all, and it is masked only where every one of its cells is.
std::shared_ptr<const Pixels> pooled(const SheetLook& look, const Theme& theme, int most_width,
                                     int most_height);

/// An image of a part of a matrix.
struct MatrixImage {
    const SheetLook* look;
    CellPart part;
    int most_width, most_height;
};

/// The same of a part. An image that was made since the last evaluation is given again.
std::shared_ptr<const Pixels> pooled(const MatrixImage& picture, const Theme& theme);

/// Makes on all cores those of a figure's images that changed; pooled then has them.
void make_matrix_images(const std::vector<MatrixImage>& pictures, const Theme& theme);

/// The fill of one cell: by the map, or the grey of a blocked one.
Colour cell_colour(const SheetLook& look, const Theme& theme, Index row, Index column);

} // namespace attn::figure
