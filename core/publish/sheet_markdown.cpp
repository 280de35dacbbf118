// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/io/markdown_text.h"
#include "core/publish/sheet_formats.h"

#include <cmath>

namespace attn::publish {
namespace {

using io::markdown_literal;

std::string number(Real value, std::optional<int> digits) {
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return digits ? decimals(value, *digits) : shortest(value);
}

std::string grid_text(const SheetTable& table, std::size_t at, std::optional<int> digits) {
    const Matrix& grid = table.grids[at];
    std::string text = "| " + markdown_literal(table.row_role) + " ↓ " +
                       markdown_literal(table.column_role) + " → |";
    std::string rule = "\n| :-- |";
    for (const std::string& name : table.columns) {
        text += " " + markdown_literal(name) + " |";
        rule += " --: |";
    }
    text += rule + "\n";
    for (Index row = 0; row < grid.rows(); ++row) {
        text += "| **" + markdown_literal(table.rows[static_cast<std::size_t>(row)]) + "** |";
        for (Index column = 0; column < grid.cols(); ++column)
            text += " " +
                    (has_no_key(table, at, row, column) ? "–" : number(grid(row, column), digits)) +
                    " |";
        text += "\n";
    }
    return text;
}

} // namespace

std::string to_markdown(const SheetTable& table, std::optional<int> decimals) {
    const std::string queries =
        table.queries.empty() ? "" : std::to_string(table.queries.size()) + " × ";
    std::string text = "### " + markdown_literal(table.name) + "\n\n" + queries +
                       std::to_string(table.rows.size()) + " × " +
                       std::to_string(table.columns.size());
    text += (table.formula.empty() ? "" : ", " + markdown_literal(table.formula)) + "\n";
    for (std::size_t at = 0; at < table.grids.size(); ++at) {
        if (!table.queries.empty())
            text += "\nQuery **" + markdown_literal(table.queries[at]) + "**:\n";
        text += "\n" + grid_text(table, at, decimals);
    }
    return text;
}

} // namespace attn::publish
