// SPDX-License-Identifier: MIT
// Looks words up in a table: row i of the result is the row of the table that word i has. The same
// as a product with a matrix of ones and zeros, without that matrix.

#include "core/engine/graph/expression.h"
#include "core/engine/graph/operation.h"

#include <algorithm>
#include <string>
#include <variant>

namespace attn::operation {
namespace {

const Lookup& lookup(const Options& options) {
    return std::get<Lookup>(options);
}

/// Says which row of the table does not exist.
Result<> rows_are_there(const Lookup& how) {
    for (const Index row : how.rows)
        if (row < 0 || row >= how.of)
            return Error{"it reads row " + std::to_string(row) + " of a table of " +
                         std::to_string(how.of) + " rows"};
    return Nothing{};
}

Result<Shape> looked_up_shape(const Options& options, std::span<const Shape> inputs) {
    const Lookup& how = lookup(options);
    if (inputs[0].rows != how.of)
        return Error{"its table is " + to_text(inputs[0]) + ", expected " + std::to_string(how.of) +
                     " rows"};
    if (auto fault = rows_are_there(how); !fault)
        return fault.error();
    return Shape{static_cast<Index>(how.rows.size()), inputs[0].columns};
}

void run_looked_up(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Lookup& how = lookup(options);
    result.resize(static_cast<Index>(how.rows.size()), inputs[0]->cols());
    for (std::size_t at = 0; at < how.rows.size(); ++at)
        result.row(static_cast<Index>(at)) = inputs[0]->row(how.rows[at]);
}

/// The number is the one in the table.
void explain_looked_up(const Cell& cell, Derivation& made) {
    const Index row = lookup(cell.node().options).rows[static_cast<std::size_t>(cell.place.row)];
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, cell.place.column)}}};
    made.formula = cell.name(0, row, cell.place.column);
    made.label = "looked up";
}

Result<Shape> added_rows_shape(const Options& options, std::span<const Shape> inputs) {
    const Lookup& how = lookup(options);
    if (inputs[0].rows != static_cast<Index>(how.rows.size()))
        return Error{"it adds " + std::to_string(how.rows.size()) + " rows up, but " +
                     to_text(inputs[0]) + " has others"};
    if (auto fault = rows_are_there(how); !fault)
        return fault.error();
    return Shape{how.of, inputs[0].columns};
}

void run_added_rows(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const Lookup& how = lookup(options);
    result.setZero(how.of, inputs[0]->cols());
    for (std::size_t at = 0; at < how.rows.size(); ++at)
        result.row(how.rows[at]) += inputs[0]->row(static_cast<Index>(at));
}

void explain_added_rows(const Cell& cell, Derivation& made) {
    const Lookup& how = lookup(cell.node().options);
    made.rule = Rule::SumOfProducts;
    made.label = "rows of its word";
    for (std::size_t at = 0; at < how.rows.size(); ++at) {
        if (how.rows[at] != cell.place.row)
            continue;
        const auto row = static_cast<Index>(at);
        made.formula += (made.terms.empty() ? "" : " + ") + cell.name(0, row, cell.place.column);
        made.terms.push_back({{cell.factor(0, row, cell.place.column)}});
    }
    if (made.terms.empty()) // no word has this row
        Cell::express(made, expression::constant(0));
}

} // namespace

constinit const Operation looked_up{
    "looked_up",
    looked_up_shape,
    run_looked_up,
    explain_looked_up,
    [](const Naming& naming) { return naming.inputs[0] + "[word]"; },
    [](Backward& back) {
        return Gradients{back.add(added_rows, {back.upstream()}, back.options())};
    }};

/// The gradient of a looked-up matrix: the rows of a word, added up.
constinit const Operation added_rows{
    "added_rows",
    added_rows_shape,
    run_added_rows,
    explain_added_rows,
    [](const Naming& naming) { return "Σ rows of " + naming.inputs[0] + " by word"; },
    [](Backward& back) {
        return Gradients{back.add(looked_up, {back.upstream()}, back.options())};
    }};

} // namespace attn::operation
