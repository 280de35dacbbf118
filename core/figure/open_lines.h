// SPDX-License-Identifier: MIT
// With many words, rows and columns are thin. The query row and the key column are enlarged over
// their neighbours, so that their colours and numbers can be read. If the lines of both words would
// cover each other they are placed side by side.
#pragma once

#include "core/figure/canvas_layout.h"

#include <optional>

namespace attn::figure {

/// The enlarged lines of a matrix and their rectangles. Nothing else moves.
struct OpenLines {
    std::optional<Rect> query_row, key_row, query_column, key_column;
};
OpenLines open_lines(const SheetBox& box);

/// The rectangle in which a cell is drawn: in its enlarged line, otherwise at its place.
Rect drawn_cell(const SheetBox& box, const OpenLines& open, Index row, Index column);

} // namespace attn::figure
