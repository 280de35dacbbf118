// SPDX-License-Identifier: MIT
// What may move to reach a goal, as a table to choose and type in: each input, which of its cells,
// and their allowed range.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/goal_seek.h"

#include <cstddef>
#include <string>
#include <vector>

namespace app {

/// A row of the table.
struct FreeInput {
    attn::SheetId sheet;
    bool is_chosen = false;
    LineEdit cells; // in the syntax of written_cells.h; empty: all
    LineEdit range; // in the syntax of limits_text.h; empty: any number
};

enum class FreedomColumn { Input, Cells, Range };

struct FreedomChoice {
    std::vector<FreeInput> inputs;
    bool moves_least = true;
    std::size_t at = 0; // the row that has the keyboard
};

/// Lists the inputs of the document that may move, with the choices and texts they had in `before`.
/// If none of them was in `before`, all are chosen.
FreedomChoice freedom_choice(const attn::Document& document, const FreedomChoice& before);

/// Reads the table; the error names the input whose cells or range cannot be read.
attn::Result<attn::Freedom> freedom_of(const attn::Document& document, const FreedomChoice& choice);

/// Handles a key in a column: arrows move between rows, other keys edit. Returns whether it had a
/// meaning.
bool press_in_freedom(FreedomChoice& choice, FreedomColumn column, const KeyPress& key,
                      const Clipboard& clipboard);
/// Types in a column. Space turns an input on or off; typing cells or a range turns it on.
void type_in_freedom(FreedomChoice& choice, FreedomColumn column, const std::string& text);

} // namespace app
