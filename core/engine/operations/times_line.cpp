// SPDX-License-Identifier: MIT
// Multiplies each row or column by its number, or repeats such a number along its line: gradients
// of numbers that belong to a whole line.
#include "core/engine/operation.h"
#include "core/engine/operations/line_parts.h"

namespace attn::operation {
namespace {

void multiply(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) *=
                are_rows(options) ? (*inputs[1])(row, 0) : (*inputs[1])(0, column);
}

void explain_times_line(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column), beside(cell)}}};
    made.formula = cell.name(0, row, column) + " · " + name_beside(cell);
}

Gradients times_line_gradient(Backward& back) {
    const std::size_t shared = back.add(each, {back.upstream(), back.input(0)});
    return {back.add(times_line, {back.upstream(), back.input(1)}, back.options()),
            back.add(line_sum, {shared}, back.options())};
}

const Repeated& how(const Options& options) {
    return std::get<Repeated>(options);
}

Result<Shape> repeated_shape(const Options& options, std::span<const Shape> inputs) {
    const auto& [axis, count] = how(options);
    const bool rows = axis == Axis::Rows;
    if ((rows ? inputs[0].columns : inputs[0].rows) != 1)
        return Error{"it repeats " + to_text(inputs[0]) + " numbers, expected one for each " +
                     (rows ? "row" : "column")};
    return rows ? Shape{inputs[0].rows, count} : Shape{count, inputs[0].columns};
}

void repeat(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    const auto& [axis, count] = how(options);
    result = axis == Axis::Rows ? inputs[0]->replicate(1, count) : inputs[0]->replicate(count, 1);
}

void explain_repeated(const Cell& cell, Derivation& made) {
    const bool rows = how(cell.node().options).axis == Axis::Rows;
    const Factor from =
        rows ? cell.factor(0, cell.place.row, 0) : cell.factor(0, 0, cell.place.column);
    made.rule = Rule::SumOfProducts;
    made.terms = {{{from}}};
    made.formula = cell.name(0, from.place.row, from.place.column);
    made.label = "as in " + std::string(from.place.sheet.stage.name());
}

} // namespace

constinit const Operation times_line{
    "times_line",
    shape_beside_lines,
    multiply,
    explain_times_line,
    [](const Naming& naming) { return naming.inputs[0] + " ⊙ " + naming.inputs[1]; },
    times_line_gradient,
    {},
    at_its_line};

constinit const Operation repeated{
    "repeated",
    repeated_shape,
    repeat,
    explain_repeated,
    [](const Naming& naming) {
        const bool rows = (how(naming.options).axis == Axis::Rows) == naming.by_rows;
        return naming.inputs[0] + (rows ? " in every column" : " in every row");
    },
    [](Backward& back) {
        return Gradients{back.add(line_sum, {back.upstream()}, how(back.options()).axis)};
    },
    {},
    at_its_line};

} // namespace attn::operation
