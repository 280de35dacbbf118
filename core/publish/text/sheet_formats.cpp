// SPDX-License-Identifier: MIT
#include "core/publish/text/sheet_formats.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/engine/graph/stage_info.h"
#include "core/io/arrays/npy.h"
#include "core/io/arrays/safetensors.h"
#include "core/io/arrays/zip.h"
#include "core/io/document/json_literal.h"
#include "core/io/text/markup_text.h"
#include "core/io/text/table_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn::publish {

std::string plain_formula(std::string rich) {
    const auto replace = [&rich](std::string_view from, std::string_view to) {
        for (auto at = rich.find(from); at != std::string::npos; at = rich.find(from, at))
            rich.replace(at, from.size(), to);
    };
    replace("^{T}", "ᵀ");
    replace("{", "");
    replace("}", "");
    return rich;
}

namespace {

std::string role_text(Role role, const Document& document) {
    if (!model_of(document).columns.empty())
        return std::string(concept_role(role));
    return plain_formula(std::string(info(role).text));
}

/// What the lines of a role are called together.
std::string plural_text(Role role, const Document& document) {
    const ModelInfo& model = model_of(document);
    if (role == Role::Token)
        return std::string(model.rows);
    if (role == Role::Model && !model.columns.empty())
        return std::string(model.columns);
    return std::string(info(role).plural);
}

SheetId of_query_word(SheetId sheet, Index query) {
    sheet.query = query;
    return sheet;
}

SheetId weights_of(SheetId sheet) {
    sheet.stage = Stage::Weights;
    return sheet;
}

} // namespace

SheetTable sheet_table(const Document& document, const Trace& trace, const SheetId& sheet) {
    assert(exists(document, sheet) && "only a sheet that the document has can be printed");
    const WrittenForm form = written_form(document, sheet);
    SheetTable table;
    table.sheet = sheet;
    table.name = to_text(sheet);
    table.formula = plain_formula(formula(document, sheet));
    if (sheet.stage == Stage::Weights)
        table.formula += " · " + sums_sentence(document, cells_of(document, trace, sheet));
    table.row_role = role_text(form.row_role, document);
    table.column_role = role_text(form.column_role, document);
    table.rows_are = plural_text(form.row_role, document);
    table.columns_are = plural_text(form.column_role, document);
    table.rows = form.row_names;
    table.columns = form.column_names;
    table.words = written(Axis::Rows, document.convention);
    if (sheet.stage == Stage::WeightedValues) {
        table.queries = document.tokens;
        for (Index query = 0; query < token_count(document); ++query)
            table.grids.push_back(written_matrix(document, trace, of_query_word(sheet, query)));
    } else {
        table.grids.push_back(written_matrix(document, trace, sheet));
    }

    const bool of_query = sheet.stage == Stage::WeightedValues || sheet.stage == Stage::Output;
    const Axis axis = document.switches.axis;
    table.no_key_axis = written(axis, document.convention);
    table.no_key_is_of_query = axis == Axis::Rows;
    if (sheet.stage == Stage::Weights || (of_query && axis == Axis::Rows)) {
        const Mask mask = sheet.is_cross ? Mask{} : document.switches.mask;
        const Shape keys = shape_of(document, weights_of(sheet));
        const auto lines = closed_lines(mask, keys.rows, keys.columns, axis);
        for (std::size_t line = 0; line < lines.size(); ++line)
            if (lines[line])
                table.no_key.push_back(static_cast<Index>(line));
    }
    // Shows the sums of queries always, the sums of keys only if they should be 1.
    const bool is_summed = sheet.stage == Stage::Weights || sheet.stage == Stage::WeightedValues;
    const bool is_summed_across = sheet.stage == Stage::WeightedValues ||
                                  (sheet.stage == Stage::Weights && axis == Axis::Columns);
    table.has_row_sums = table.words == Axis::Rows ? is_summed : is_summed_across;
    table.has_column_sums = table.words == Axis::Rows ? is_summed_across : is_summed;
    return table;
}

Index numbers_in(const Document& document, const SheetId& sheet) {
    const Shape shape = shape_of(document, sheet);
    const Index grids = sheet.stage == Stage::WeightedValues ? token_count(document) : 1;
    return shape.rows * shape.columns * grids;
}

bool has_no_key(const SheetTable& table, std::size_t grid, Index row, Index column) {
    const Index line = !table.queries.empty()            ? static_cast<Index>(grid)
                       : table.no_key_axis == Axis::Rows ? row
                                                         : column;
    return std::find(table.no_key.begin(), table.no_key.end(), line) != table.no_key.end();
}

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

namespace {

std::string csv_number(Real value, std::optional<int> digits) {
    return digits ? decimals(value, *digits) : shortest(value);
}

} // namespace

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

namespace {

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

namespace {

std::vector<Real> values_of(const SheetTable& table) {
    std::vector<Real> values;
    for (const Matrix& grid : table.grids)
        values.insert(values.end(), grid.data(), grid.data() + grid.size());
    return values;
}

/// Rows and columns, preceded by the queries if there are any.
std::vector<Index> shape_of(const SheetTable& table) {
    std::vector<Index> shape = {static_cast<Index>(table.rows.size()),
                                static_cast<Index>(table.columns.size())};
    if (!table.queries.empty())
        shape.insert(shape.begin(), static_cast<Index>(table.queries.size()));
    return shape;
}

} // namespace

ArchiveFacts archive_facts(const Document& document) {
    if (document.model != Model::Attention)
        return {};
    ArchiveFacts facts{document.tokens.list(), {}};
    const auto say = [&](const char* name, Real number) {
        facts.numbers.emplace_back(name, number);
    };
    if (document.projections == Projections::Learned)
        say("model.scale", divisor(document.switches.scale, d_k(document), d_model(document)) *
                               document.switches.temperature);
    if (const Positions& positions = document.options.positions;
        positions.kind == Positions::Kind::Rotary && !positions.are_neighbours) {
        say("model.rotary_base", positions.base);
        if (positions.turned > 0)
            say("model.rotary_columns", static_cast<Real>(positions.turned));
    }
    if (document.options.soft_limit)
        say("model.soft_limit", *document.options.soft_limit);
    if (document.convention == Convention::TokensAsColumns)
        say("model.tokens_as_columns", 1);
    return facts;
}

std::string to_npy(const SheetTable& table) {
    return io::write_npy(values_of(table), shape_of(table));
}

Result<std::string> to_npz(std::span<const SheetTable> tables, const ArchiveFacts& facts) {
    std::vector<io::ZipEntry> entries;
    if (!facts.words.empty())
        entries.push_back({"tokens.npy", io::write_npy_texts(facts.words)});
    for (const auto& [name, number] : facts.numbers)
        entries.push_back({name + ".npy", io::write_npy(std::vector{number}, {})});
    for (const SheetTable& table : tables)
        entries.push_back({table.name + ".npy", to_npy(table)});
    return io::write_zip(entries);
}

std::string to_safetensors(std::span<const SheetTable> tables, const ArchiveFacts& facts) {
    std::vector<io::WrittenTensor> tensors;
    for (const auto& [name, number] : facts.numbers)
        tensors.push_back({name, {}, {number}});
    for (const SheetTable& table : tables)
        tensors.push_back({table.name, shape_of(table), values_of(table)});
    return io::write_safetensors(tensors, facts.words);
}

} // namespace attn::publish
