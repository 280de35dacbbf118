// SPDX-License-Identifier: MIT
// What is done with a range of cells: how it is copied, what is about to be pasted into it or to
// fill it.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/fill.h"
#include "core/document/placing.h"
#include "core/io/paste.h"

#include <array>
#include <cstddef>
#include <string>

namespace app {

/// What copying takes and how it writes numbers.
struct CopyOptions {
    enum class Scope { Selection, Matrix, Stage };
    Scope scope = Scope::Selection;
    bool as_shown = false; // as the view formats them, not with every digit
};

/// A pasted text that does not just fit: the ways to take it, one of which is chosen.
struct Pasting {
    attn::io::Pasted pasted;
    std::size_t grid = 0; // which of its matrices
    attn::CellRange range;
    attn::Placings placings;
    std::size_t way = 0;
};

/// Numbers to fill the selection with, being asked for.
struct Filling {
    attn::CellRange range;
    bool is_scaling = false; // times a number rather than random ones
    attn::RandomFill random;
    std::array<LineEdit, 3> fields; // seed, low, high; or the factor
    std::size_t field = 0;          // the one that is typed into
    std::string fault;
};

} // namespace app
