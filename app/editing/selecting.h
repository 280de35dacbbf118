// SPDX-License-Identifier: MIT
// Ranges of cells: selecting, copying and filling them.
#pragma once

#include "app/session/frame.h"
#include "core/document/fill.h"
#include "core/document/reasoned_head.h"
#include "core/io/matrix_text.h"

namespace app {

/// Extends the selection from its beginning to `place`, which gets the focus. Does nothing if
/// `place` is on another sheet.
void extend_selection(const Frame& frame, const attn::Place& place);
/// Selects the whole matrix of the selected cell, or X if none is selected.
void select_all(const Frame& frame);

/// Returns what copying takes under the options: the selected cells, their matrix, or their stage
/// for all heads and queries. Empty without a selection.
std::vector<attn::io::NamedMatrix> copied_matrices(const Frame& frame);
void copy_selection(const Frame& frame, attn::io::TextForm form);

/// Fills the selected cells; a single selected cell stands for its whole matrix. If the rule cannot
/// be applied, leaves the numbers and shows why.
void fill_selection(const Frame& frame, attn::Fill fill, attn::Real number);
/// The range that filling changes: the selected cells if more than one, else the whole matrix.
std::optional<attn::CellRange> filled_range(const Frame& frame);
/// Whether the selected numbers can be set.
bool can_fill(const Frame& frame);

/// Sets W_Q and W_K of the shown head for this effect, or shows why that is not possible.
void make_head(const Frame& frame, attn::Reason reason);

/// Posts the commands as one step of undo.
void edit_together(const Frame& frame, const std::vector<attn::Command>& commands);

} // namespace app
