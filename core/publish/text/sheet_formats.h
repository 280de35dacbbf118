// SPDX-License-Identifier: MIT
// Writes a sheet as aligned text, CSV, TSV, Markdown, JSON, NumPy file or safetensors.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn::publish {

// A sheet with its names, roles and sums, from which all its printed forms are made.

/// Everything is in the document's convention: transposed if words are columns.
struct SheetTable {
    SheetId sheet;
    std::string name;                  // "weights/1"
    std::string formula;               // "Q Kᵀ"; empty for inputs
    std::string row_role, column_role; // "query", "key", "word", "d_model", "d_k", "d_v"
    std::string rows_are, columns_are; // "query words", "key words", "dimensions of d_model"
    std::vector<std::string> rows, columns;
    /// For the weighted values, the words that the grids belong to, one grid each; otherwise empty,
    /// with one grid.
    std::vector<std::string> queries;
    std::vector<Matrix> grids; // rows × columns each
    /// The lines of the axis whose cells are all blocked, if this sheet has such lines: rows or
    /// columns of the weights, queries of the output and of the weighted values.
    std::vector<Index> no_key;
    Axis no_key_axis = Axis::Rows;  // whether they are rows or columns here
    bool no_key_is_of_query = true; // otherwise of a key that no query may see
    /// Whether the row sums, or column sums, mean something: weights sum to 1, weighted values to
    /// the output.
    bool has_row_sums = false, has_column_sums = false;
    Axis words = Axis::Rows; // whether words are rows or columns
};

/// Makes the table of a sheet, which must exist. For the weighted values it has the values
/// of every word.
SheetTable sheet_table(const Document& document, const Trace& trace, const SheetId& sheet);

/// Turns a rich formula into plain text: "K^{T} / √d_{k}" becomes "Kᵀ / √d_k".
std::string plain_formula(std::string rich);

/// The number of cells in a sheet's table.
Index numbers_in(const Document& document, const SheetId& sheet);

/// Whether the number is in a line without a key.
bool has_no_key(const SheetTable& table, std::size_t grid, Index row, Index column);

/// Writes for people: name, shape and formula, then the numbers in columns with row and column
/// names, and row sums if they mean something. Without `decimals`, matrices of whole numbers get
/// none and others four. A query without any key shows "–".
std::string to_text(const SheetTable& table, std::optional<int> decimals);

/// Writes a word as a cell of CSV. No program reads a zero byte in text, so its sign replaces it.
std::string csv_text(std::string_view word);

/// Writes a header line with the column names, then one line per row that begins with its name; for
/// the weighted values each line begins with the query and the key. Quoting follows RFC 4180, lines
/// end in \n. Words that a spreadsheet would run as a formula begin with an apostrophe
/// (io::guarded()), which importing removes; U+0000 in a word is written as ␀.
std::string to_csv(const SheetTable& table, std::optional<int> decimals);

/// As to_csv() with tabs between cells; quotes as CSV does.
std::string to_tsv(const SheetTable& table, std::optional<int> decimals);

/// Writes a heading and a Markdown table, numbers right-aligned; the weighted values get one table
/// per query. Lines end in \n.
std::string to_markdown(const SheetTable& table, std::optional<int> decimals);

/// Writes {"stage", "shape", "rows_are", "columns_are", "rows", "columns", "values", "row_sums"}:
/// "rows_are" and "columns_are" say what they stand for ("query words"), "rows" and "columns" the
/// name of each. With words as columns, "column_sums" replaces "row_sums". The weighted values also
/// have "queries"; their "shape" is [queries, rows, columns] and "values" and "row_sums" are nested
/// one level deeper. If whole lines are blocked, "no_key" is {"rows" or "columns": [their
/// numbers]}. Non-finite numbers are "NaN", "Infinity" or "-Infinity".
std::string to_json(const SheetTable& table, std::optional<int> decimals);

/// Writes {"stages": […]}, each as the other to_json() does.
std::string to_json(std::span<const SheetTable> tables, std::optional<int> decimals);

/// Writes rows × columns, or queries × keys × d_v for the weighted values; every bit is kept.
std::string to_npy(const SheetTable& table);

/// What an archive of all stages also holds, so that it opens as the same document
/// (core/io/import/import_archive.h).
struct ArchiveFacts {
    std::vector<std::string> words;
    std::vector<std::pair<std::string, Real>> numbers; // "model.scale"
};
ArchiveFacts archive_facts(const Document& document);

/// Writes every table as an .npz for numpy.load, each under its name: "weights", "weights/1"; the
/// words are "tokens". Uncompressed, without dates; every bit is kept.
Result<std::string> to_npz(std::span<const SheetTable> tables, const ArchiveFacts& facts = {});

/// As to_npz(), as safetensors; `__metadata__` holds the words.
std::string to_safetensors(std::span<const SheetTable> tables, const ArchiveFacts& facts = {});

} // namespace attn::publish
