// SPDX-License-Identifier: MIT
// Of many words rows and columns are thin. The query row and the key column stand open over those
// beside them, high and wide enough that their colours and numbers are read; where those of both
// words would cover each other they stand side by side.
#pragma once

#include "core/figure/canvas_layout.h"

#include <optional>

namespace attn::figure {

/// Which lines of a matrix stand open, and where. Nothing else moves.
struct OpenLines {
    std::optional<Rect> query_row, key_row, query_column, key_column;
};
OpenLines open_lines(const SheetBox& box);

/// Where a cell is drawn: in an open line of its own, else in its place.
Rect drawn_cell(const SheetBox& box, const OpenLines& open, Index row, Index column);

} // namespace attn::figure
