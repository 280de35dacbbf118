// SPDX-License-Identifier: MIT
// Cells that markup has parted, as a table. Only for the readers of Markdown, LaTeX and boxes.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string>
#include <vector>

namespace attn::io {

using TextCells = std::vector<std::vector<std::string>>;

/// The numbers of the cells, read as those of any table; the error names row and column.
Result<TextTable> table_of_cells(const TextCells& cells, bool has_header, bool has_labels);

/// Whether the cell is a number, whichever sign parts its decimals.
bool is_number_cell(const std::string& cell);

} // namespace attn::io
