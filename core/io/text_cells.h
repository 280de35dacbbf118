// SPDX-License-Identifier: MIT
// Turns cells that mark-up has separated into a table. Only for the readers of Markdown, LaTeX and
// boxes.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string>
#include <vector>

namespace attn::io {

using TextCells = std::vector<std::vector<std::string>>;

/// Reads the numbers of the cells as in any table; the error names row and column.
Result<TextTable> table_of_cells(const TextCells& cells, bool has_header, bool has_labels);

/// Whether the cell is a number, with a decimal point or a decimal comma.
bool is_number_cell(const std::string& cell);

} // namespace attn::io
