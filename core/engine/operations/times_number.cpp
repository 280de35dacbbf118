// SPDX-License-Identifier: MIT
// Multiplies a stage by a single number, such as the gradient of a loss: the chain rule's step from
// the loss back to what it compares.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {
namespace {

Result<Shape> times_number_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[1] != Shape{1, 1})
        return Error{"it is multiplied by " + to_text(inputs[1]) + " numbers, expected " +
                     to_text(Shape{1, 1})};
    return inputs[0];
}

void run_times_number(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0] * (*inputs[1])(0, 0);
}

void explain_times_number(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column), cell.factor(1, 0, 0)}}};
    made.formula = cell.name(0, row, column) + " · " + cell.name(1, 0, 0);
}

Gradients times_number_gradient(Backward& back) {
    const std::size_t shared = back.add(each, {back.upstream(), back.input(0)});
    const std::size_t rows = back.add(line_sum, {shared}, Axis::Rows);
    return {back.add(times_number, {back.upstream(), back.input(1)}),
            back.add(line_sum, {rows}, Axis::Columns)};
}

} // namespace

constinit const Operation times_number{
    "times_number",
    times_number_shape,
    run_times_number,
    explain_times_number,
    [](const Naming& naming) { return naming.inputs[0] + " · " + naming.inputs[1]; },
    times_number_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? at : Spot{0, 0}};
    }};

} // namespace attn::operation
