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
};

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
/// The first cells are names of the rows only where no more than half of them are numbers; among
/// numbers a word, an empty cell or one beyond the largest double is a fault. The error names line
/// and column, what was found and what was expected.
Result<TextTable> read_table(std::string_view text, const std::optional<Dialect>& dialect = {},
                             NotANumber not_a_number = NotANumber::Kept);

/// The other way to read a text without a header whose commas may part numbers or be decimal ones:
/// "1,5" in each line. Nothing where there is only one way.
std::optional<TextTable> other_reading(std::string_view text, const TextTable& table);

} // namespace attn::io
