// SPDX-License-Identifier: MIT
// Ranges of cells: selecting, copying and filling them.
#pragma once

#include "app/session/frame.h"
#include "core/document/commands/fill.h"
#include "core/document/commands/giving.h"
#include "core/io/text/matrix_text.h"
#include "core/io/text/paste.h"

#include <string>

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

/// Fills the selected cells; a single selected cell stands for its whole matrix. A computed stage
/// is given then. If the rule cannot be applied, leaves the numbers and shows why.
void fill_selection(const Frame& frame, attn::Fill fill, attn::Real number);
/// Fills them with the numbers of this way to give a stage.
void fill_by(const Frame& frame, attn::GivenWay way);
/// Fills them with what the matrix is in the pinned state.
void fill_from_pinned(const Frame& frame);
/// Whether the pinned state has the selected matrix, in its present shape.
bool has_pinned_matrix(const Frame& frame);
/// The range that filling changes: the selected cells if more than one, else the whole matrix.
std::optional<attn::CellRange> filled_range(const Frame& frame);
/// Whether the selected numbers can be set.
bool can_fill(const Frame& frame);

/// Sets W_Q and W_K of the shown head for this effect, or shows why that is not possible.
void make_head(const Frame& frame, attn::Reason reason);

/// Posts the commands as one step of undo.
void edit_together(const Frame& frame, const std::vector<attn::Command>& commands);

// Pastes numbers. A matrix that fits goes in at once; otherwise a card asks how to place it.

/// Pastes the clipboard's matrix at the selection, or opens the card that asks where to. If nothing
/// is selected, pastes the words of a sentence after the query word. Text that cannot be read
/// changes nothing and shows why.
void paste(const Frame& frame);

/// Chooses another matrix of the pasted text.
void choose_grid(const Frame& frame, std::size_t grid);
/// Pastes in the chosen way and closes the card.
void confirm_pasting(const Frame& frame);

/// Describes operations in the text that were applied to the matrix: "multiplied by 0.5, as the
/// text says; transposed, as .T says". Usually empty.
std::string applied_text(const attn::io::PastedGrid& grid);

/// Keys of the card: arrows choose the way, Tab the matrix, Enter pastes, Esc leaves.
void press_in_pasting(const Frame& frame, const KeyPress& key);

// The card that asks for random numbers: generator, distribution and seed.

void begin_filling(const Frame& frame);
/// The same for a factor that multiplies the present numbers.
void begin_scaling(const Frame& frame);
/// The same for the diagonal that gets ones.
void begin_diagonal(const Frame& frame);
/// Fills in the numbers and closes the card. An invalid seed keeps it open with a fault.
void confirm_filling(const Frame& frame);
/// Sets the generator. A distribution that it does not have is replaced by one that all have.
void choose_generator(attn::RandomFill& random, attn::Generator generator);
/// Returns program text that makes the same numbers, or why there is none.
std::string filling_source(const Filling& filling);

void press_in_filling(const Frame& frame, const KeyPress& key);
void type_in_filling(const Frame& frame, const std::string& text);

} // namespace app
