// SPDX-License-Identifier: MIT
// Matrices in text that people copy: what notebooks print, program text, tables of spreadsheets,
// Markdown, LaTeX, MATLAB, JSON.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct PastedGrid {
    std::string name; // what stands before it: "W_Q", "Query"; may be empty
    Matrix matrix;
    std::vector<std::string> row_names, column_names; // empty: none
};

struct Pasted {
    std::string form;              // "NumPy array", "Markdown table", "table with tabs"
    std::vector<PastedGrid> grids; // in the order of the text; at least one
    bool is_ambiguous = false;     // the grids are two ways to read the same text
};

/// Longer texts are not read.
constexpr std::size_t max_pasted_bytes = std::size_t{8} << 20;
/// Nor more numbers or grids.
constexpr Index max_pasted_numbers = Index{1} << 20;
constexpr std::size_t max_pasted_grids = 1000;

/// Every matrix in the text. Brackets are those of printed NumPy arrays and PyTorch tensors
/// (dtype=, device=, grad_fn= are passed over), of np.array(…) and torch.tensor(…) in program
/// text, of JSON lists and of MATLAB (semicolons or lines part the rows); prose, indices and
/// comments around them are passed over. Lists of numbers under each other become one matrix, the
/// words before them its row names. A row is 1 × n. Else the text is a LaTeX matrix, a Markdown
/// table, or a table as read_table() reads it. The error says what was found; an array whose
/// middle is left out ("...") is one.
Result<Pasted> read_pasted(std::string_view text);

/// The same for what is marked as a matrix by brackets, LaTeX or Markdown, or is one number by
/// itself; nothing where only a table could be meant.
Result<std::optional<Pasted>> read_marked(std::string_view text);

} // namespace attn::io
