// SPDX-License-Identifier: MIT
// State of actions on a range of cells: copying it, pasting into it, filling it.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/fill.h"
#include "core/document/placing.h"
#include "core/io/paste.h"

#include <array>
#include <cstddef>
#include <string>

namespace app {

/// Which cells are copied, and how numbers are written.
struct CopyOptions {
    enum class Scope { Selection, Matrix, Stage };
    Scope scope = Scope::Selection;
    bool as_shown = false; // as the view formats them, else with all digits
};

/// A pasted text that does not simply fit, the ways to place it, and the chosen one.
struct Pasting {
    attn::io::Pasted pasted;
    std::size_t grid = 0; // which of its matrices
    attn::CellRange range;
    attn::Placings placings;
    std::size_t way = 0;
};

/// The card that asks for numbers to fill the selection with.
struct Filling {
    attn::CellRange range;
    bool is_scaling = false; // multiplies by a factor instead of drawing random numbers
    attn::RandomFill random;
    std::array<LineEdit, 3> fields; // seed, low, high; or the factor
    std::size_t field = 0;          // the one being typed into
    std::string fault;
};

} // namespace app
