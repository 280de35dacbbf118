// SPDX-License-Identifier: MIT
// Reads matrices in text that users copy: notebook output, program text, spreadsheet tables,
// Markdown, LaTeX, MATLAB, JSON.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/text/table_text.h"

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

/// Reads every matrix in the text. The only reader of the clipboard, of text files of any name and
/// of standard input. The content decides:
/// - JSON objects: each list of numbers or of words; tables as pandas writes them (json_arrays.h);
/// - LaTeX (markup_text.h), boxed tables and displays of programs (display_text.h), Markdown;
/// - brackets: printed NumPy arrays, tensors of PyTorch, TensorFlow and JAX, program text, lists,
///   MATLAB (semicolons or lines separate the rows), Mathematica, SymPy, strings of np.matrix()
///   (bracket_text.h); sentences, indices and comments around them are skipped; lists of
///   numbers below each other become one matrix, the words before them its row names; a row is
///   1 × n; R calls (r_text.h);
/// - else a table as read_table() reads it, in the dialect if there is one.
/// Text beside a matrix that changes it is applied, or an error (matrix_beside.h); a name is
/// followed by a sign ("X =", "X:") or has its own line. A reader that has started a matrix
/// finishes it or fails; an array with "..." in the middle is an error. The error is that of the
/// reader that got farthest, and says what was found where.
Result<Pasted> read_pasted(std::string_view text, const std::optional<Dialect>& dialect = {},
                           NotANumber not_a_number = NotANumber::Kept);

} // namespace attn::io
