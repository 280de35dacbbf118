// SPDX-License-Identifier: MIT
// A page as a value: matrices, and room for texts and curves, in grids that nest. A page says once
// what stands where; its size and all places follow from that. Names are short, so that a page
// reads like its picture, and stand in a namespace of their own.
//
//     using namespace board;
//     const Piece page = column({room(0, top), row({room(arrow, 0), matrix(Now, look, …)}), …});
//     CellSizes cells{{0}, {0}};
//     fit_even(page, cells, available, most); // or the page's own rules
//     const Places places = place(page, cells, {0, 0, available.width, available.height});
//     SheetBox now = places.box(Now, lengths);
#pragma once

#include "core/figure/canvas/canvas_layout.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace attn::figure::board {

/// The widths and heights of cells, by class. A page decides which classes it has.
struct CellSizes {
    std::vector<float> wide, high;
};

/// Lengths beside the four sides of a piece.
struct Edges {
    float left = 0, top = 0, right = 0, bottom = 0;
};

constexpr int no_key = -1;

/// A room, a matrix or a grid of pieces. Lengths are in the figure's units.
struct Piece {
    enum class Kind : unsigned char { Room, Matrix, Grid };
    Kind kind = Kind::Room;
    int key = no_key;             // finds the piece in the places
    Size least;                   // the piece is never smaller
    bool has_fixed_width = false; // its width is least.width, whatever it holds
    Edges around; // padding of a grid; row names and title around the cells of a matrix

    // A matrix:
    const SheetLook* look = nullptr;
    float names = 0; // width of its row names; 0: no names
    float head = 0;  // height of its title, above its cells
    Index rows = 1, columns = 1;
    std::size_t wide = 0, high = 0; // classes of its cells

    // A grid:
    Size gap; // between its columns and its lanes
    std::vector<Piece> parts;

    // In its grid:
    std::size_t column = 0, lane = 0;
    std::size_t last_lane = 0; // above `lane` if the piece reaches down over several
    float line = 0;            // from its left end to the line at which its column is aligned
    /// If set, the piece may reach to the left over the column before, but keeps this distance
    /// from the cells before it in its lane.
    std::optional<float> clear = {};
    Size share;  // its part of the length that is left over across and down
    Point aside; // where it is in its place: from 0, left or top, to 1, right or bottom
    bool fills_across = false, fills_down = false; // false: it is as large as it needs to be
};

Piece room(float width, float height, int key = no_key);
/// Makes a matrix with row names and a title of these sizes. Its cells are of class 0 until the
/// page says otherwise. The look must outlive the piece.
Piece matrix(int key, const SheetLook& look, const Lengths& lengths, float names, float head);
/// Does the same before the matrix has a look.
Piece matrix(int key, const attn::Shape& shape, const Lengths& lengths, float names, float head);
/// Puts pieces side by side.
Piece row(std::vector<Piece> parts, float gap = 0);
/// Puts pieces one below the other.
Piece column(std::vector<Piece> parts, float gap = 0);
/// Puts each piece in the column and the lanes that it names.
Piece grid(std::vector<Piece> parts, Size gap);

/// The least size of a piece with such cells.
Size size_of(const Piece& piece, const CellSizes& cells);
float width_across(const Piece& piece, const CellSizes& cells);
float height_down(const Piece& piece, const CellSizes& cells);

/// Where a piece with a key is.
struct Placed {
    int key = no_key;
    Rect rect;
    // A matrix:
    const SheetLook* look = nullptr;
    Rect cells;
    Size cell;
    float names = 0, head = 0;
};

struct Places {
    std::vector<Placed> list; // in the order of the pieces

    /// nullptr if the page has no such piece.
    const Placed* find(int key) const;
    /// The page must have the piece.
    const Rect& rect(int key) const;
    /// The box of a matrix that the page has, without numbers until the page gives it some.
    SheetBox box(int key, const Lengths& lengths) const;
    /// The same for a matrix that had no look yet.
    SheetBox box(int key, const SheetLook& look, const Lengths& lengths) const;
};

/// Places every piece that has a key. Length that is left over goes to pieces with a share.
Places place(const Piece& piece, const CellSizes& cells, Rect room);

/// Makes all cells alike, as wide and as high as fits into the room, up to `most`.
void fit_even(const Piece& page, CellSizes& cells, Size room, Size most);

} // namespace attn::figure::board
