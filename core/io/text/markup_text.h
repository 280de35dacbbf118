// SPDX-License-Identifier: MIT
// Reads tables in Markdown. Only for core/io/text/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/text/table_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// Escapes text so that Markdown shows it literally.

/// Returns one line that Markdown viewers show letter by letter, also in a heading or a table cell:
/// it starts no mark-up, HTML, link or formula. Invisible characters are escaped as by printable().
std::string markdown_literal(std::string_view text);

/// Whether the text holds a table as Markdown viewers know it: a line of | and dashes.
bool is_markdown(std::string_view text);
/// Returns its tables in order. The line above the dashes names the columns; bold cells or words in
/// the first column name the rows.
Result<std::vector<TextTable>> read_markdown(std::string_view text);

// Reads matrices in LaTeX, each with what is next to it and changes it.

struct LatexMatrix {
    std::string name; // the name before its equals sign: "W_Q"; may be empty
    TextTable table;
    std::vector<std::string> applied; // "transposed, as ^\top says"
};

/// Whether the text is LaTeX with a matrix: an environment that ends in "matrix", array or tabular,
/// or rows that end in \\ with cells separated by &.
bool is_latex(std::string_view text);

/// Returns its matrices in order. Cells are read as core/io/text/number_spelling.h says. Factors
/// before and after a matrix and transposition are applied; anything else that changes it is an
/// error.
Result<std::vector<LatexMatrix>> read_latex(std::string_view text);

} // namespace attn::io
