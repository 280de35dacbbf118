// SPDX-License-Identifier: MIT
// A document at a glance: one of its matrices in colours alone, and what a document made of words
// begins with, in a row.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"

#include <string>
#include <vector>

namespace attn::figure {

/// A matrix in its colours alone, as large as fits into the room, at its left and in the middle of
/// its height. With `query` the row of the query word is framed. Gives where the cells are.
Rect draw_glance(Drawing& drawing, SheetLook look, const std::vector<std::string>& words,
                 const View& view, Rect room, bool query = false);

/// What shows best what such a document is about: its weights, or the rebuilt ratings.
Stage glance_stage(const Document& document);

/// The stage of the view's head in its colours, without names and numbers, as large as fits into
/// the size and in its upper left corner. With `query` the row of the query word is framed.
Figure glance(const Document& document, const Trace& trace, const View& view, Stage stage,
              Size size, bool query = false);

/// X, then W_Q, W_K and W_V of the first head, then its weights, with names and shapes, from left
/// to right.
Figure beginning(const Document& document, const Trace& trace, const View& view, float width,
                 float text, const Measure& measure);
/// The height of it, whatever the document.
float beginning_height(float text);

} // namespace attn::figure
