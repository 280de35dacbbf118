// SPDX-License-Identifier: MIT
// Ranges of cells: opening them, copying what they hold, filling them.
#pragma once

#include "app/session/frame.h"
#include "core/document/fill.h"
#include "core/document/reasoned_head.h"
#include "core/io/matrix_text.h"

namespace app {

/// The range from where the selection began to `place`, which gets the focus. Another sheet than
/// that of the selection is left alone.
void extend_selection(const Frame& frame, const attn::Place& place);
/// The whole matrix of the selected cell, or X without one.
void select_all(const Frame& frame);

/// What copying takes under the options: the selected cells, their matrix, or their stage of every
/// head and query. Nothing without a selection.
std::vector<attn::io::NamedMatrix> copied_matrices(const Frame& frame);
void copy_selection(const Frame& frame, attn::io::TextForm form);

/// Replaces the selected cells; a single selected cell stands for its whole matrix. A rule that
/// cannot be applied leaves the numbers and says why.
void fill_selection(const Frame& frame, attn::Fill fill, attn::Real number);
/// The range that filling changes: more than one selected cell, else the whole matrix.
std::optional<attn::CellRange> filled_range(const Frame& frame);
/// Whether numbers can be put where the selection is.
bool can_fill(const Frame& frame);

/// Sets W_Q and W_K of the shown head, or says why the effect cannot be had.
void make_head(const Frame& frame, attn::Reason reason);

/// Posts the commands as one step of undo.
void edit_together(const Frame& frame, const std::vector<attn::Command>& commands);

} // namespace app
