// SPDX-License-Identifier: MIT
#include "core/publish/sheet_table.h"

#include "core/document/line_sums.h"
#include "core/document/model.h"
#include "core/engine/role_info.h"

#include <algorithm>
#include <cassert>

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

} // namespace attn::publish
