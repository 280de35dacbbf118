// SPDX-License-Identifier: MIT
// A sheet with its names, roles and sums: what every printed form of it is made from.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/sheet.h"

#include <string>
#include <vector>

namespace attn::publish {

/// Everything here is as the document's convention writes it: with tokens as columns transposed.
struct SheetTable {
    SheetId sheet;
    std::string name;                  // "weights/1"
    std::string formula;               // "Q Kᵀ"; empty for inputs
    std::string row_role, column_role; // "query", "key", "word", "d_model", "d_k", "d_v"
    std::string rows_are, columns_are; // "query words", "key words", "dimensions of d_model"
    std::vector<std::string> rows, columns;
    /// For the weighted values the words they belong to, one grid each; otherwise empty, one grid.
    std::vector<std::string> queries;
    std::vector<Matrix> grids; // rows × columns each
    /// The lines of the axis whose cells are all blocked, where this sheet shows such lines: rows
    /// or columns of the weights, queries of the output and of the weighted values.
    std::vector<Index> no_key;
    Axis no_key_axis = Axis::Rows;  // whether they are rows or columns here
    bool no_key_is_of_query = true; // or of a key nobody may look at
    /// Whether each row's sum says something, and each column's: weights sum to 1, weighted values
    /// to the output.
    bool has_row_sums = false, has_column_sums = false;
    Axis words = Axis::Rows; // whether words are rows or columns
};

/// The sheet must exist. For the weighted values it holds those of every word.
SheetTable sheet_table(const Document& document, const Trace& trace, const SheetId& sheet);

/// A rich formula as plain text: "K^{T} / √d_{k}" is "Kᵀ / √d_k".
std::string plain_formula(std::string rich);

/// How many numbers the table of a sheet holds.
Index numbers_in(const Document& document, const SheetId& sheet);

/// Whether the number belongs to a line without a key.
bool has_no_key(const SheetTable& table, std::size_t grid, Index row, Index column);

} // namespace attn::publish
