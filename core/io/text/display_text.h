// SPDX-License-Identifier: MIT
// Reads matrices without brackets as programs display them: MATLAB, Octave, R, Julia, pandas, old
// PyTorch, and boxed tables (Polars, databases, grids). Only for core/io/text/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/text/table_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct DisplayedMatrix {
    std::string name; // "A" from "A ="; may be empty
    TextTable table;
    std::vector<std::string> applied; // "multiplied by 1000, as the text says"
};
struct Display {
    std::string form; // "MATLAB display"
    std::vector<DisplayedMatrix> matrices;
};

/// Reads the lines of a display: names, a factor ("1.0e+03 *"), blocks of columns, and shapes,
/// which are compared with what was read. Empty if no line belongs to a display.
Result<std::optional<Display>> read_display(std::string_view text);

/// Reads a table in a box of lines; empty if there is none.
Result<std::optional<Display>> read_box(std::string_view text);

} // namespace attn::io
