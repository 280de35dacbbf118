// SPDX-License-Identifier: MIT
#include "core/io/text_cells.h"

#include "core/base/utf8.h"
#include "core/io/number_word.h"
#include "core/io/table_cell.h"

#include <algorithm>

namespace attn::io {

// Turns them into a table with tabs, which read_table() reads.
Result<TextTable> table_of_cells(const TextCells& cells, bool has_header, bool has_labels) {
    std::string text;
    for (const auto& row : cells) {
        for (std::size_t at = 0; at < row.size(); ++at) {
            std::string cell = row[at];
            std::replace_if(
                cell.begin(), cell.end(),
                [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '"'; }, ' ');
            // in quotes, so that an empty cell at the edge is kept
            text += (at == 0 ? "\"" : "\t\"") + std::string(trimmed(cell)) + "\"";
        }
        text += "\n";
    }
    const Dialect points{'\t', false, has_header, has_labels},
        commas{'\t', true, has_header, has_labels};
    auto table = read_table(text, points);
    const bool may_be_comma = !table || !table->thousands.empty();
    auto other = may_be_comma ? read_table(text, commas) : table;
    if (may_be_comma && table && other)
        return Error{"found " + cite(table->thousands) +
                     ", whose mark may part thousands or decimals; write it without marks of "
                     "thousands"};
    if (!table && other)
        return other;
    if (!table && table.error().where.size() > 5)
        return Error{table.error().message,
                     "the table, row and column " + table.error().where.substr(5)};
    return table;
}

bool is_number_cell(const std::string& cell) {
    CellReader reader;
    return reader.number(cell, false) || reader.number(cell, true);
}

} // namespace attn::io
