// SPDX-License-Identifier: MIT
// A grid of cells that are no matrix of the calculation: what each layer would say, what each head
// does. Names stand left of the rows and above the columns. Columns that do not fit continue below.
#pragma once

#include "core/figure/base/drawing.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

struct GridCell {
    Colour fill;
    std::string text, below = {}; // plain; `below` is smaller, in a line of its own
    Font font = Font::Mono;       // for `text`
    OpeningRegion opens = {};     // without its rectangle
};

struct CellGrid {
    float title_letters = 14;
    float small_letters = 0.86F;            // size of names and of `below`, in letters; 1 on paper
    std::string title;                      // plain
    std::vector<std::string> rows, columns; // plain names
    std::vector<GridCell> cells;            // row by row
    std::optional<Index> chosen_row, chosen_column; // their names are bold
    bool is_chosen_query = false;                   // the chosen column is the query word
};

struct GridSize {
    float names = 0;  // left of the rows
    float cell = 0;   // width of a cell
    float line = 0;   // height of a cell
    Index across = 1; // columns beside each other; the others continue below
    float width = 0, height = 0;
};
/// Fits the cells into the width, in letters of `unit`. No text is shortened but long words and
/// titles.
GridSize size_of_grid(const CellGrid& grid, float unit, float width, const Measure& measure);

/// Returns letters with which the grid fills the room, at most twice as large as `unit`; `unit`
/// itself if larger ones do not fit or columns continue below.
float letters_to_fill(const CellGrid& grid, float unit, Size room, const Measure& measure);

/// Draws the grid with its title at the point, with regions for what a click opens.
void draw_grid(Drawing& drawing, const CellGrid& grid, Point at, const GridSize& size, float unit);

} // namespace attn::figure
