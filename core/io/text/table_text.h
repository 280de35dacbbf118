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

// Interprets one cell of a text table.

/// The most cells with arithmetic that are read, because arithmetic takes time; fractions do not
/// count.
constexpr int max_arithmetic_cells = 1024;

/// Reads the numbers of cells and counts how many needed arithmetic.
class CellReader {
public:
    /// Reads what number_word() reads, a fraction ("1/2"), or arithmetic as in the window's cells
    /// ("sqrt(2)/2", "2^-3"). Empty for ambiguous text: the name of a constant ("e"), a range
    /// ("1-2"), a date ("1/2/2024").
    std::optional<Real> number(std::string_view cell, bool decimal_comma);

    /// Returns the first cell with thousands separators; empty: none.
    const std::string& thousands() const { return thousands_; }

    /// Whether cells were left unread because there was too much arithmetic.
    bool is_exhausted() const { return left_ == 0; }

private:
    int left_ = max_arithmetic_cells;
    std::string thousands_;
};

/// Whether the cell is a missing or broken number and not a name: "", "N/A", "#REF!", "1e400",
/// "3d2".
bool is_broken_number(std::string_view cell);

/// Whether it has the form of a number: "1e400", "3d2", "1.2.3".
bool has_form_of_number(std::string_view cell);

/// Whether it marks something that a program left out: "...", "…".
bool is_left_out(std::string_view cell);

/// Returns the message for a cell that is not a number: what was found and what is accepted.
std::string no_number(std::string_view cell, bool decimal_comma);

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

// Turns cells that mark-up has separated into a table.

using TextCells = std::vector<std::vector<std::string>>;

/// Reads the numbers of the cells as in any table; the error names row and column.
Result<TextTable> table_of_cells(const TextCells& cells, bool has_header, bool has_labels);

/// Whether the cell is a number, with a decimal point or a decimal comma.
bool is_number_cell(const std::string& cell);

// Keeps spreadsheets from running words in exported tables as formulas.

/// Puts an apostrophe before the word if a spreadsheet would take it for a formula: after any
/// apostrophes it begins with =, +, -, @, their wide forms, a tab or a line end.
std::string guarded(std::string_view word);

/// Removes the apostrophe that guarded() added; unguarded(guarded(word)) is the word.
std::string unguarded(std::string_view word);

} // namespace attn::io
