// SPDX-License-Identifier: MIT
// Draws the cells of a matrix: colours, numbers and signs, or an image if they are too small; and
// the enlarged lines over them.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/open_lines.h"
#include "core/figure/sheet_look.h"

namespace attn::figure {

Rect cell_in(const SheetBox& box, Index row, Index column);
/// The visible cells, with a margin of one on each side.
CellPart visible_part(const Drawing& drawing, const SheetBox& box);

void draw_matrix_cells(Drawing& drawing, const SheetBox& box);
/// Draws the enlarged lines with regions of their own, above the region of the matrix.
void draw_open_lines(Drawing& drawing, const SheetBox& box, const OpenLines& open);

} // namespace attn::figure
