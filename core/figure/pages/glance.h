// SPDX-License-Identifier: MIT
// Draws a document at a glance: one of its matrices in colours only, or the first matrices of a
// document made from words in a row.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/drawing.h"
#include "core/figure/matrix/sheet_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// Draws a matrix in colours only, as large as fits into the room, at its left and vertically
/// centred. With `query` frames the query word's row. Returns the rectangle of the cells.
Rect draw_glance(Drawing& drawing, SheetLook look, const std::vector<std::string>& words,
                 const View& view, Rect room, bool query = false);

/// The stage that shows best what the document is about: its weights, or the rebuilt ratings.
Stage glance_stage(const Document& document);

/// Draws the stage of the view's head in colours, without names and numbers, as large as fits, in
/// the upper left corner. With `query` frames the query word's row.
Figure glance(const Document& document, const Trace& trace, const View& view, Stage stage,
              Size size, bool query = false);

/// Draws X, then W_Q, W_K and W_V of the first head, then its weights, with names and shapes, from
/// left to right.
Figure beginning(const Document& document, const Trace& trace, const View& view, float width,
                 float text, const Measure& measure);
/// The height of beginning() for any document.
float beginning_height(float text);

} // namespace attn::figure
