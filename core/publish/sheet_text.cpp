// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/publish/sheet_formats.h"

#include <algorithm>
#include <cmath>

namespace attn::publish {
namespace {

constexpr int usual_decimals = 4;
constexpr std::string_view bar = "│";

int decimals_for(const SheetTable& table) {
    const auto is_whole = [](Real value) {
        return !std::isfinite(value) || (value == std::round(value) && std::abs(value) < 1e9);
    };
    for (const Matrix& grid : table.grids)
        for (const Real value : grid.reshaped())
            if (!is_whole(value))
                return usual_decimals;
    return 0;
}

std::string cell_text(Real value, int digits) {
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return decimals(value, digits);
}

std::string blanks(std::size_t width, const std::string& text) {
    const std::size_t taken = display_width(text);
    return std::string(width > taken ? width - taken : 0, ' ');
}

/// Aligns cells in columns: the first to the left, the others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t at = 0; at < line.size(); ++at)
            widths[at] = std::max(widths[at], display_width(line[at]));
    }
    std::string text;
    for (const auto& line : lines) {
        for (std::size_t at = 0; at < line.size(); ++at)
            text += at == 0 ? line[at] + blanks(widths[at], line[at])
                            : "  " + blanks(widths[at], line[at]) + line[at];
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n";
    }
    return text;
}

std::string shown_name(const std::string& name) {
    return name.empty() ? "\"\"" : printable(name, 24);
}

/// The name of the sums along an axis: the sums of weighted values over the keys are the output.
std::string sums_name(const SheetTable& table, Axis along) {
    const bool is_over_keys = table.words != along;
    return table.sheet.stage == Stage::WeightedValues && is_over_keys ? "Σ = output" : "Σ";
}

std::string grid_text(const SheetTable& table, std::size_t at, int digits) {
    const Matrix& grid = table.grids[at];
    const bool sums = table.has_row_sums;
    std::vector<std::vector<std::string>> lines;
    lines.push_back({table.row_role + " ↓ " + table.column_role + " →"});
    for (const std::string& name : table.columns)
        lines.back().push_back(shown_name(name));
    if (sums)
        lines.back().insert(lines.back().end(), {std::string(bar), sums_name(table, Axis::Rows)});
    for (Index row = 0; row < grid.rows(); ++row) {
        lines.push_back({shown_name(table.rows[static_cast<std::size_t>(row)])});
        for (Index column = 0; column < grid.cols(); ++column)
            lines.back().push_back(
                has_no_key(table, at, row, column) ? "–" : cell_text(grid(row, column), digits));
        const bool is_closed = table.no_key_axis == Axis::Rows && has_no_key(table, at, row, 0);
        if (sums)
            lines.back().insert(
                lines.back().end(),
                {std::string(bar), is_closed ? "–" : cell_text(grid.row(row).sum(), digits)});
    }
    if (table.has_column_sums) {
        lines.push_back({sums_name(table, Axis::Columns)});
        for (Index column = 0; column < grid.cols(); ++column) {
            const bool is_closed =
                table.no_key_axis == Axis::Columns && has_no_key(table, at, 0, column);
            lines.back().push_back(is_closed ? "–" : cell_text(grid.col(column).sum(), digits));
        }
        if (sums)
            lines.back().push_back(std::string(bar));
    }
    return aligned(lines);
}

std::string no_key_text(const SheetTable& table) {
    if (table.no_key.empty())
        return "";
    const auto& names = !table.queries.empty()            ? table.queries
                        : table.no_key_axis == Axis::Rows ? table.rows
                                                          : table.columns;
    std::string list;
    for (const Index line : table.no_key)
        list += (list.empty() ? "" : ", ") + shown_name(names[static_cast<std::size_t>(line)]);
    return table.no_key_is_of_query
               ? "no key: every key is blocked for " + list + "; the weights and the output are 0\n"
               : "no key: every query is blocked for " + list + "; the weights are 0\n";
}

} // namespace

std::string to_text(const SheetTable& table, std::optional<int> decimals) {
    const int digits = decimals.value_or(decimals_for(table));
    std::string text = table.name + "  ";
    if (!table.queries.empty())
        text += std::to_string(table.queries.size()) + " × ";
    text += std::to_string(table.rows.size()) + " × " + std::to_string(table.columns.size());
    text += (table.formula.empty() ? "" : "  " + table.formula) + "\n";
    for (std::size_t at = 0; at < table.grids.size(); ++at) {
        if (!table.queries.empty())
            text += (at == 0 ? "query " : "\nquery ") + shown_name(table.queries[at]) + "\n";
        text += grid_text(table, at, digits);
    }
    return text + no_key_text(table);
}

} // namespace attn::publish
