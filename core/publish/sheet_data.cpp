// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/io/json_literal.h"
#include "core/io/spreadsheet_word.h"
#include "core/publish/sheet_formats.h"

#include <cmath>

namespace attn::publish {
namespace {

std::string csv_number(Real value, std::optional<int> digits) {
    return digits ? decimals(value, *digits) : shortest(value);
}

/// Writes a word as a cell. No program reads a zero byte in text, so its sign replaces it.
std::string csv_text(std::string_view word) {
    std::string shown;
    for (const char letter : valid_utf8(word))
        shown += letter == '\0' ? std::string("␀") : std::string(1, letter);
    const std::string text = io::guarded(shown);
    const bool plain = text.find_first_of(",\t\"\r\n") == std::string::npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
    if (plain)
        return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    return quoted + "\"";
}

std::string number_text(Real value, std::optional<int> digits) {
    return digits && std::isfinite(value) ? decimals(value, *digits) : io::json_number(value);
}

/// Writes `count` texts as a list: "[1, 2]".
template <class ToText>
std::string list_text(Index count, ToText to_text) {
    std::string text = "[";
    for (Index at = 0; at < count; ++at)
        text += (at == 0 ? "" : ", ") + to_text(at);
    return text + "]";
}

std::string names_text(const std::vector<std::string>& names) {
    return list_text(static_cast<Index>(names.size()), [&](Index at) {
        return io::json_string(names[static_cast<std::size_t>(at)]);
    });
}

/// Writes rows on lines of their own, indented by `indent`.
std::string grid_text(const Matrix& grid, const std::string& indent, std::optional<int> digits) {
    std::string text = "[\n";
    for (Index row = 0; row < grid.rows(); ++row)
        text += indent + "  " +
                list_text(grid.cols(),
                          [&](Index column) { return number_text(grid(row, column), digits); }) +
                (row + 1 < grid.rows() ? ",\n" : "\n");
    return text + indent + "]";
}

/// Writes the sum of each word's line.
std::string sums_text(const Matrix& grid, Axis words, std::optional<int> digits) {
    const Vector sums = words == Axis::Rows ? Vector(grid.rowwise().sum())
                                            : Vector(grid.colwise().sum().transpose());
    return list_text(sums.size(), [&](Index at) { return number_text(sums(at), digits); });
}

/// Writes one text per grid: a single one alone, several as a list.
template <class ToText>
std::string grids_text(const SheetTable& table, const std::string& indent, ToText to_text) {
    if (table.queries.empty())
        return to_text(table.grids[0], indent);
    std::string text = "[\n";
    for (std::size_t at = 0; at < table.grids.size(); ++at)
        text += indent + "  " + to_text(table.grids[at], indent + "  ") +
                (at + 1 < table.grids.size() ? ",\n" : "\n");
    return text + indent + "]";
}

std::string shape_text(const SheetTable& table) {
    const std::string queries =
        table.queries.empty() ? "" : std::to_string(table.queries.size()) + ", ";
    return "[" + queries + std::to_string(table.rows.size()) + ", " +
           std::to_string(table.columns.size()) + "]";
}

std::string object_text(const SheetTable& table, std::optional<int> digits,
                        const std::string& indent) {
    const std::string inner = indent + "  ";
    std::string text = "{\n" + inner + "\"stage\": " + io::json_string(table.name);
    const auto member = [&](const std::string& key, const std::string& value) {
        text += ",\n" + inner + "\"" + key + "\": " + value;
    };
    member("shape", shape_text(table));
    if (!table.queries.empty())
        member("queries", names_text(table.queries));
    member("rows_are", io::json_string(table.rows_are));
    member("columns_are", io::json_string(table.columns_are));
    member("rows", names_text(table.rows));
    member("columns", names_text(table.columns));
    member("values", grids_text(table, inner, [&](const Matrix& grid, const std::string& within) {
               return grid_text(grid, within, digits);
           }));
    member(table.words == Axis::Rows ? "row_sums" : "column_sums",
           grids_text(table, inner, [&](const Matrix& grid, const std::string&) {
               return sums_text(grid, table.words, digits);
           }));
    if (!table.no_key.empty())
        member("no_key",
               std::string("{\"") + (table.no_key_axis == Axis::Rows ? "rows" : "columns") +
                   "\": " +
                   list_text(static_cast<Index>(table.no_key.size()),
                             [&](Index at) {
                                 return std::to_string(table.no_key[static_cast<std::size_t>(at)]);
                             }) +
                   "}");
    return text + "\n" + indent + "}";
}

/// Writes a header line and one line per row.
std::string lines_text(const SheetTable& table, char separator, std::optional<int> decimals) {
    std::string text =
        table.queries.empty() ? std::string() : "query" + (separator + table.row_role);
    for (const std::string& name : table.columns)
        text += separator + csv_text(name);
    text += "\n";
    for (std::size_t at = 0; at < table.grids.size(); ++at)
        for (Index row = 0; row < table.grids[at].rows(); ++row) {
            text += table.queries.empty() ? "" : csv_text(table.queries[at]) + separator;
            text += csv_text(table.rows[static_cast<std::size_t>(row)]);
            for (const Real value : table.grids[at].row(row))
                text += separator + csv_number(value, decimals);
            text += "\n";
        }
    return text;
}

} // namespace

std::string to_csv(const SheetTable& table, std::optional<int> decimals) {
    return lines_text(table, ',', decimals);
}

std::string to_tsv(const SheetTable& table, std::optional<int> decimals) {
    return lines_text(table, '\t', decimals);
}

std::string to_json(const SheetTable& table, std::optional<int> decimals) {
    return object_text(table, decimals, "") + "\n";
}

std::string to_json(std::span<const SheetTable> tables, std::optional<int> decimals) {
    std::string text = "{\n  \"stages\": [\n";
    for (std::size_t at = 0; at < tables.size(); ++at)
        text += "    " + object_text(tables[at], decimals, "    ") +
                (at + 1 < tables.size() ? ",\n" : "\n");
    return text + "  ]\n}\n";
}

} // namespace attn::publish
