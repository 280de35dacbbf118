// SPDX-License-Identifier: MIT
// Moves over the cells by keyboard, as in a spreadsheet.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Whether the selected number is an input, which can be typed over.
bool is_on_input(const Frame& frame);

/// Whether the selected cells belong to a painted mask and are visible.
bool is_on_painted_mask(const Frame& frame);
/// Blocks the selected cells, or opens them if all are blocked.
void paint_selection(const Frame& frame);

/// Returns the cell one step away in the same sheet, or the same cell at the edge. With `far`,
/// returns the cell at the edge.
attn::Place stepped(const attn::Document& document, attn::Place from, attn::Index rows,
                    attn::Index columns, bool far);

/// Returns the next or previous input cell: along the row, then the next row, then the next input
/// matrix of the head. After the last comes the first.
attn::Place next_input(const attn::Document& document, attn::Index head, attn::Place from,
                       bool forward);

/// Selects a number of the next matrix of the open attention, in the order of computation, or with
/// −1 of the previous one. Chooses the row of the query word if rows are words. After the last
/// matrix comes the first.
void go_to_matrix(const Frame& frame, int by);

/// Sets the query word. Does nothing if the row is not a word.
void choose_query(const Frame& frame, attn::Index row);

/// Finds the words that contain the text, ignoring the case of Latin letters, or have it as their
/// number, counted from 1. All words for an empty text.
std::vector<attn::Index> words_holding(const attn::Document& document, const std::string& text);

/// Moves on from the cell that was typed over: Enter and the arrows to the cell below or above, Tab
/// to the next number that can be typed over. Typing may have made the cell's stage a given one.
void go_on_after_entry(const Frame& frame, const KeyPress& key);

/// Handles keys of the canvas: arrows, Tab, Enter, F2, Esc, digits. Returns whether the key had a
/// meaning here.
bool press_on_canvas(const Frame& frame, const KeyPress& key);
/// Typed text replaces the selected cell; a digit chooses the query word.
void type_on_canvas(const Frame& frame, const std::string& text);

} // namespace app
