// SPDX-License-Identifier: MIT
// Matrices in LaTeX, each with what stands beside it and changes it. Only for core/io/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct LatexMatrix {
    std::string name; // what it equals: "W_Q"; may be empty
    TextTable table;
    std::vector<std::string> applied; // "transposed, as ^\top says"
};

/// Whether the text is LaTeX with a matrix: an environment that ends in "matrix", array or
/// tabular, or rows that end in \\ with cells parted by &.
bool is_latex(std::string_view text);

/// Its matrices in order. Cells are read as core/io/number_spelling.h says; factors before and
/// behind a matrix and transposition are applied, and what else changes it is a fault.
Result<std::vector<LatexMatrix>> read_latex(std::string_view text);

} // namespace attn::io
