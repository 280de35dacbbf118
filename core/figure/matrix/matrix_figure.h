// SPDX-License-Identifier: MIT
// Draws a matrix the way all matrices are drawn: name, shape, formula, labels, cells with numbers,
// and colour bar.
#pragma once

#include "core/figure/base/drawing.h"
#include "core/figure/canvas/canvas_layout.h"

namespace attn::figure {

/// Creates in parallel the images of those boxes that draw_matrix draws as images: see
/// make_matrix_images.
void make_images(const Drawing& drawing, const std::vector<SheetBox>& boxes);

/// Draws the matrix of a box and adds its regions to the figure. `words` are the visible tokens.
void draw_matrix(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words,
                 const View& view);

/// Makes the box of a matrix in the upper left corner of an area: texts have size `unit`, cells are
/// as large as fits, up to `most_cell`, with numbers if they can be read.
SheetBox box_in(const Drawing& drawing, const SheetLook& look, Rect area, float unit,
                const std::vector<std::string>& words, Size most_cell);

/// Draws the mark of a given stage after its title, from the point at the middle of the line on,
/// and the offer to make its weights shares; each if it ends before `right`, with a region. Returns
/// the width with the gaps before them; 0 if it draws none.
float draw_given_marks(Drawing& drawing, const SheetLook& look, Point from, float size,
                       float right);

/// The marks that a title has room for, with the shorter form of an offer, made or not.
std::vector<std::string> given_marks(const SheetLook& look);
/// The width that they need at size 1.
float given_marks_width(const std::vector<std::string>& marks, const Measure& measure);

/// Draws title, shape, formula and roles above the cells, and the colour bar below them.
void draw_matrix_header(Drawing& drawing, const SheetBox& box);
void draw_colour_bar(Drawing& drawing, const SheetBox& box);
/// Draws the colours of a scale from its low end on the left to its high end.
void draw_scale(Drawing& drawing, const ColourScale& scale, Rect bar);
/// Draws row and column names with their regions, thinned and shortened so that none touch.
void draw_labels(Drawing& drawing, const SheetBox& box, const std::vector<std::string>& words);

} // namespace attn::figure
