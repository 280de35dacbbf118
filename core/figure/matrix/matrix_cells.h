// SPDX-License-Identifier: MIT
// Draws the cells of a matrix: colours, numbers and signs, or an image if they are too small; and
// the enlarged lines over them.
#pragma once

#include "core/figure/base/drawing.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/matrix/sheet_look.h"

#include <optional>

namespace attn::figure {

// With many words, rows and columns are thin. The query row and the key column are enlarged over
// their neighbours, so that their colours and numbers can be read. If the lines of both words would
// cover each other they are placed side by side.

/// The enlarged lines of a matrix and their rectangles. Nothing else moves.
struct OpenLines {
    std::optional<Rect> query_row, key_row, query_column, key_column;
};
OpenLines open_lines(const SheetBox& box);

/// The rectangle in which a cell is drawn: in its enlarged line, otherwise at its place.
Rect drawn_cell(const SheetBox& box, const OpenLines& open, Index row, Index column);

Rect cell_in(const SheetBox& box, Index row, Index column);
/// The visible cells, with a margin of one on each side.
CellPart visible_part(const Drawing& drawing, const SheetBox& box);

void draw_matrix_cells(Drawing& drawing, const SheetBox& box);
/// Draws the enlarged lines with regions of their own, above the region of the matrix.
void draw_open_lines(Drawing& drawing, const SheetBox& box, const OpenLines& open);

} // namespace attn::figure
