// SPDX-License-Identifier: MIT
// Reads matrices in text that users copy: notebook output, program text, spreadsheet tables,
// Markdown, LaTeX, MATLAB, JSON.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/table_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct PastedGrid {
    std::string name; // the text before it: "W_Q", "Query"; may be empty
    Matrix matrix;
    std::vector<std::string> row_names, column_names; // empty: none
    std::vector<std::string>
        applied; // changes that the text beside it asks for: "transposed, as .T says"
};

/// A list of words next to the matrices: "tokens" in a JSON object.
struct PastedWords {
    std::string name;
    std::vector<std::string> words;
};

struct Pasted {
    std::string form;              // "NumPy array", "Markdown table", "table with tabs"
    std::vector<PastedGrid> grids; // in the order of the text; at least one
    bool is_ambiguous = false;     // the grids are two ways to read the same text
    std::vector<PastedWords> words = {};
    std::optional<Dialect> dialect = {}; // for a text table
    std::string other = {};              // the other way to read the table, in words
};
/// Says in sentences what was done besides reading numbers: "W_Q: transposed, as .T says. " Each
/// names its grid if there are several.
std::string applied_sentences(const Pasted& pasted);

/// Longer texts are not read.
constexpr std::size_t max_pasted_bytes = std::size_t{16} << 20;
/// The most numbers or grids that are read.
constexpr Index max_pasted_numbers = Index{1} << 20;
constexpr std::size_t max_pasted_grids = 1000;

/// Every matrix in the text: the one reader of the clipboard, of text files of any name and of
/// standard input. The content decides:
/// - JSON objects: each list of numbers or of words; tables as pandas writes them (json_arrays.h);
/// - LaTeX (latex_text.h), tables in boxes and displays of programs (display_text.h), Markdown;
/// - brackets: printed NumPy arrays, tensors of PyTorch, TensorFlow and JAX, program text, lists,
///   MATLAB (semicolons or lines part the rows), Mathematica, SymPy, strings of np.matrix()
///   (bracket_text.h); sentences, indices and comments around them are passed over; lists of
///   numbers under each other become one matrix, the words before them its row names; a row is
///   1 × n; calls of R (r_text.h);
/// - else a table as read_table() reads it, in the dialect if there is one.
/// What stands beside a matrix and changes it is applied, or a fault (matrix_beside.h); a name has
/// a sign behind it ("X =", "X:"), or a line of its own. A reader
/// that has begun a matrix ends it or fails; the error is that of the reader that got farthest, and
/// says what was found where; an array whose middle is left out ("...") is one.
Result<Pasted> read_pasted(std::string_view text, const std::optional<Dialect>& dialect = {},
                           NotANumber not_a_number = NotANumber::Kept);

} // namespace attn::io
