// SPDX-License-Identifier: MIT
// Reads matrices in LaTeX, each with what is next to it and changes it. Only for core/io/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct LatexMatrix {
    std::string name; // the name before its equals sign: "W_Q"; may be empty
    TextTable table;
    std::vector<std::string> applied; // "transposed, as ^\top says"
};

/// Whether the text is LaTeX with a matrix: an environment that ends in "matrix", array or tabular,
/// or rows that end in \\ with cells separated by &.
bool is_latex(std::string_view text);

/// Returns its matrices in order. Cells are read as core/io/number_spelling.h says. Factors before
/// and after a matrix and transposition are applied; anything else that changes it is an error.
Result<std::vector<LatexMatrix>> read_latex(std::string_view text);

} // namespace attn::io
