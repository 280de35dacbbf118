// SPDX-License-Identifier: MIT
// Reads text tables: CSV, TSV, semicolons with decimal commas, or columns separated by spaces.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// How a table is written.
struct Dialect {
    char separator = ','; // ',', ';', '\t' or ' ' for any run of spaces
    bool has_decimal_comma = false;
    bool has_header = false; // the first line names the columns
    bool has_labels = false; // the first cell of each line names the row

    friend bool operator==(const Dialect&, const Dialect&) = default;
};
/// Describes the dialect: "semicolons, decimal commas, a header line, row names".
std::string describe(const Dialect& dialect);

struct TextTable {
    Matrix matrix;
    std::vector<std::string> row_names, column_names; // empty: none
    Dialect dialect;
    std::string thousands;             // the first cell with thousands separators; empty: none
    std::vector<std::size_t> comments; // skipped lines, counted from 1
};

/// Says what was done besides reading numbers: "read 1,234.5 with thousands marks".
std::vector<std::string> applied_to(const TextTable& table);

/// Describes the table: "2 × 3 with semicolons, decimal commas".
std::string describe(const TextTable& table);

/// The most cells that are read.
constexpr std::size_t max_table_cells = std::size_t{1} << 20;

/// How to treat a "NaN" cell. In a file it is usually a missing number; our own copies of matrices
/// hold it on purpose.
enum class NotANumber { Kept, Refused };

/// Reads the numbers of a table. Without a dialect, finds it: of the ways to split the cells, the
/// one that makes numbers of all the first cells wins, tabs before semicolons before commas before
/// spaces. Quotes follow RFC 4180. Skips a byte order mark, CRLF and empty lines; bytes that are
/// not UTF-8 become U+FFFD. A cell may hold a fraction or arithmetic (CellReader). Names guarded
/// against spreadsheets are returned without the guard (unguarded()).
///
/// Lines that begin with # or % are comments, unless they are as wide as the others and these begin
/// with names as well. The comment directly above the numbers names the columns if it holds as many
/// names. The first cells are row names only if none of them looks like a number, or if an empty
/// corner or a header with one cell fewer says so. Among numbers, a word, an empty cell or a number
/// beyond the largest double is an error. The error names line and column, what was found and what
/// was expected.
Result<TextTable> read_table(std::string_view text, const std::optional<Dialect>& dialect = {},
                             NotANumber not_a_number = NotANumber::Kept);

/// Returns the other way to read a text without a header: commas may separate numbers or be decimal
/// commas ("1,5" in each line), and a comma or point may separate thousands or decimals ("1,234"
/// beside "2,500"). Empty if there is only one way.
std::optional<TextTable> other_reading(std::string_view text, const TextTable& table);

} // namespace attn::io
