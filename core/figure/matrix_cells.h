// SPDX-License-Identifier: MIT
// The cells of a matrix: colours, numbers, signs, or an image where they are too small; and the
// lines that stand open over them.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/open_lines.h"
#include "core/figure/sheet_look.h"

namespace attn::figure {

Rect cell_in(const SheetBox& box, Index row, Index column);
/// The cells that can be seen, and a margin of one on each side.
CellPart visible_part(const Drawing& drawing, const SheetBox& box);

void draw_matrix_cells(Drawing& drawing, const SheetBox& box);
/// With regions of their own, which lie over that of the matrix.
void draw_open_lines(Drawing& drawing, const SheetBox& box, const OpenLines& open);

} // namespace attn::figure
