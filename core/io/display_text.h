// SPDX-License-Identifier: MIT
// Matrices without brackets as programs display them: MATLAB, Octave, R, Julia, pandas, old
// PyTorch, and tables in boxes (Polars, databases, grids). Only for core/io/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct DisplayedMatrix {
    std::string name; // "A" of "A ="; may be empty
    TextTable table;
    std::vector<std::string> applied; // "multiplied by 1000, as the text says"
};
struct Display {
    std::string form; // "MATLAB display"
    std::vector<DisplayedMatrix> matrices;
};

/// What the lines of a display say: names, a factor ("1.0e+03 *"), blocks of columns, shapes, which
/// are compared with what was read. Nothing if no line is one of a display.
Result<std::optional<Display>> read_display(std::string_view text);

/// A table in a box of lines; nothing if there is none.
Result<std::optional<Display>> read_box(std::string_view text);

} // namespace attn::io
