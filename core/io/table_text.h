// SPDX-License-Identifier: MIT
// Tables as text: CSV, TSV, semicolons with decimal commas, or columns parted by blanks.
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
    char separator = ','; // ',', ';', '\t' or ' ' for any run of blanks
    bool has_decimal_comma = false;
    bool has_header = false; // the first line names the columns
    bool has_labels = false; // the first cell of each line names the row

    friend bool operator==(const Dialect&, const Dialect&) = default;
};
/// "semicolons, decimal commas, a header line, row names".
std::string describe(const Dialect& dialect);

struct TextTable {
    Matrix matrix;
    std::vector<std::string> row_names, column_names; // empty: none
    Dialect dialect;
    std::string thousands;             // the first cell with marks of thousands; empty: none
    std::vector<std::size_t> comments; // lines that were passed over, from 1
};

/// What was done besides reading numbers: "read 1,234.5 with thousands marks".
std::vector<std::string> applied_to(const TextTable& table);

/// "2 × 3 with semicolons, decimal commas".
std::string describe(const TextTable& table);

/// No more cells than this are read.
constexpr std::size_t max_table_cells = std::size_t{1} << 20;

/// What becomes of a cell that says "NaN". In a file it is mostly a number that was missing; our
/// own copies of matrices hold it on purpose.
enum class NotANumber { Kept, Refused };

/// The numbers of a table. Without a dialect it is found out: the way of parting the cells that
/// makes numbers of all those at the beginning wins, tabs before semicolons before commas before
/// blanks. Quotes are those of RFC 4180; a byte order mark, CRLF and empty lines are passed over;
/// what is not UTF-8 becomes U+FFFD. A cell may hold a fraction or arithmetic (CellReader). Names
/// that were guarded against spreadsheets are told without the guard (unguarded()).
///
/// Lines that begin with # or % are comments, unless they are as wide as the others and these begin
/// with names as well; the comment right above the numbers names the columns if it holds as many
/// names. The first cells are names of the rows only if none of them looks like a number, or if an
/// empty corner or a header with one cell fewer says so; among numbers a word, an empty cell or one
/// beyond the largest double is a fault. The error names line and column, what was found and what
/// was expected.
Result<TextTable> read_table(std::string_view text, const std::optional<Dialect>& dialect = {},
                             NotANumber not_a_number = NotANumber::Kept);

/// The other way to read a text: without a header, commas may part numbers or be decimal ones
/// ("1,5" in each line); and a comma or point may part thousands or decimals ("1,234" beside
/// "2,500"). Nothing if there is only one way.
std::optional<TextTable> other_reading(std::string_view text, const TextTable& table);

} // namespace attn::io
