// SPDX-License-Identifier: MIT
// A sheet with its names, roles and sums, from which all its printed forms are made.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/sheet.h"

#include <string>
#include <vector>

namespace attn::publish {

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

} // namespace attn::publish
