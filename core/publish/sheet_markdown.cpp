// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/publish/sheet_formats.h"

#include <cmath>

namespace attn::publish {
namespace {

/// A text that Markdown shows as it is, in one cell of a table.
std::string literal(const std::string& text) {
    std::string escaped;
    for (const char letter : printable(text)) {
        if (std::string_view("\\`*_{}[]<>()#+!|~&$").find(letter) != std::string_view::npos)
            escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

std::string number(Real value, std::optional<int> digits) {
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return digits ? decimals(value, *digits) : shortest(value);
}

std::string grid_text(const SheetTable& table, std::size_t at, std::optional<int> digits) {
    const Matrix& grid = table.grids[at];
    std::string text = "| " + literal(table.row_role) + " ↓ " + literal(table.column_role) + " → |";
    std::string rule = "\n| :-- |";
    for (const std::string& name : table.columns) {
        text += " " + literal(name) + " |";
        rule += " --: |";
    }
    text += rule + "\n";
    for (Index row = 0; row < grid.rows(); ++row) {
        text += "| **" + literal(table.rows[static_cast<std::size_t>(row)]) + "** |";
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
    std::string text = "### " + literal(table.name) + "\n\n" + queries +
                       std::to_string(table.rows.size()) + " × " +
                       std::to_string(table.columns.size());
    text += (table.formula.empty() ? "" : ", " + literal(table.formula)) + "\n";
    for (std::size_t at = 0; at < table.grids.size(); ++at) {
        if (!table.queries.empty())
            text += "\nQuery **" + literal(table.queries[at]) + "**:\n";
        text += "\n" + grid_text(table, at, decimals);
    }
    return text;
}

} // namespace attn::publish
