// SPDX-License-Identifier: MIT
// Moving over the cells with the keyboard, as in a spreadsheet.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Whether the selected number is an input, over which one types.
bool is_on_input(const Frame& frame);

/// Whether the selected cells are those of a mask that people paint, and seen.
bool is_on_painted_mask(const Frame& frame);
/// Blocks them, or opens them where all are blocked.
void paint_selection(const Frame& frame);

/// The cell one step away in the same sheet; the edge holds. With `far` the edge itself.
attn::Place stepped(const attn::Document& document, attn::Place from, attn::Index rows,
                    attn::Index columns, bool far);

/// The next or previous input cell: along the row, on to the next row, on to the next input matrix
/// of the head, around at the end.
attn::Place next_input(const attn::Document& document, attn::Index head, attn::Place from,
                       bool forward);

/// Selects a number of the next matrix of the open attention, as they are computed, or by −1 of the
/// one before: in the row of the query word, where rows are words. After the last comes the first.
void go_to_matrix(const Frame& frame, int by);

/// Chooses the query word; outside the words nothing happens.
void choose_query(const Frame& frame, attn::Index row);

/// The words that hold the text, whatever the size of its Latin letters, or have it as their
/// number, counted from 1; all for an empty one.
std::vector<attn::Index> words_holding(const attn::Document& document, const std::string& text);

/// Keys of the canvas: arrows, Tab, Enter, F2, Esc, digits. Returns whether the key meant
/// something.
bool press_on_canvas(const Frame& frame, const KeyPress& key);
/// Typed text begins to replace the selected cell, or a digit chooses the query word.
void type_on_canvas(const Frame& frame, const std::string& text);

} // namespace app
