// SPDX-License-Identifier: MIT
// A table of text as lines of cells. Only for core/io/table_text.cpp.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct TableCell {
    std::string_view text; // without its quotes; doubled quotes still doubled
    bool is_quoted = false;
};
struct TableLine {
    std::size_t number = 0; // from 1, as editors count
    bool is_indented = false;
    std::vector<TableCell> cells;
};

/// What the cell says, in UTF-8.
std::string text_of(const TableCell& cell);

/// The error of a cell, both counted from 1.
Error at_cell(std::size_t line, std::size_t column, const std::string& what);

/// The lines that are not empty, their cells parted by the separator, a blank for any run of them.
Result<std::vector<TableLine>> lines_of_cells(std::string_view text, char separator);

} // namespace attn::io
