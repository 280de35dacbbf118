// SPDX-License-Identifier: MIT
// Splits a text table into lines of cells. Only for core/io/table_text.cpp.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct TableCell {
    std::string_view text; // without its quotes; doubled quotes are still doubled
    bool is_quoted = false;
};
struct TableLine {
    std::size_t number = 0; // counts from 1, as in editors
    bool is_indented = false;
    std::vector<TableCell> cells;
};

/// Returns the cell's text, in UTF-8.
std::string text_of(const TableCell& cell);

/// Makes the error of a cell; line and column count from 1.
Error at_cell(std::size_t line, std::size_t column, const std::string& what);

/// Returns the nonempty lines, split into cells at the separator; a space stands for any run of
/// spaces.
Result<std::vector<TableLine>> lines_of_cells(std::string_view text, char separator);

} // namespace attn::io
