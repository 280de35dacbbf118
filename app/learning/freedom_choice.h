// SPDX-License-Identifier: MIT
// What may move for a goal, as a table that is chosen and typed: each input, which of its cells,
// and between which numbers they stay.
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
    LineEdit cells; // as written_cells.h reads them; empty: all
    LineEdit range; // as limits_text.h reads it; empty: any number
};

enum class FreedomColumn { Input, Cells, Range };

struct FreedomChoice {
    std::vector<FreeInput> inputs;
    bool moves_least = true;
    std::size_t at = 0; // the row of the keyboard
};

/// The inputs of the document that may move, chosen and typed as they were in `before`, or all of
/// them where none of these was.
FreedomChoice freedom_choice(const attn::Document& document, const FreedomChoice& before);

/// What the table says; the error names the input whose cells or range cannot be read.
attn::Result<attn::Freedom> freedom_of(const attn::Document& document, const FreedomChoice& choice);

/// A key in a column: arrows go from row to row, others are typed; whether it meant something.
bool press_in_freedom(FreedomChoice& choice, FreedomColumn column, const KeyPress& key,
                      const Clipboard& clipboard);
/// A blank turns an input on or off; whoever types cells or a range wants the input to move.
void type_in_freedom(FreedomChoice& choice, FreedomColumn column, const std::string& text);

} // namespace app
