// SPDX-License-Identifier: MIT
// The mean of the squared differences from a target, Σ (output − target)² / count: PyTorch's
// nn.MSELoss. The target is given, so only the output has a gradient.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <utility>

namespace attn::operation {
namespace {

Real count(const Shape& shape) {
    return static_cast<Real>(shape.rows) * static_cast<Real>(shape.columns);
}

Result<Shape> squared_error_slope_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0] != inputs[1])
        return Error{"it compares " + to_text(inputs[0]) + " with a target of " +
                     to_text(inputs[1])};
    return inputs[0];
}

Result<Shape> squared_error_shape(const Options& options, std::span<const Shape> inputs) {
    const Result<Shape> compared = squared_error_slope_shape(options, inputs);
    return compared ? Result<Shape>(Shape{1, 1}) : compared;
}

void run_squared_error(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &output = *inputs[0], &target = *inputs[1];
    Real total = 0;
    for (Index row = 0; row < output.rows(); ++row) {
        Real of_row = 0;
        for (Index column = 0; column < output.cols(); ++column) {
            const Real off = output(row, column) - target(row, column);
            of_row += off * off;
        }
        total += of_row;
    }
    result = Matrix::Constant(1, 1, total / count({output.rows(), output.cols()}));
}

Expression off(const Cell& cell, Index row, Index column) {
    return expression::difference(expression::number(cell.factor(0, row, column)),
                                  expression::number(cell.factor(1, row, column)));
}

void explain_squared_error(const Cell& cell, Derivation& made) {
    const Shape& of = cell.shape(0);
    std::vector<Expression> rows;
    for (Index row = 0; row < of.rows; ++row) {
        std::vector<Expression> squares;
        for (Index column = 0; column < of.columns; ++column)
            squares.push_back(expression::square(off(cell, row, column)));
        rows.push_back(expression::series(std::move(squares)));
    }
    made.rule = Rule::Expression;
    made.expression =
        expression::quotient(expression::series(std::move(rows)), expression::constant(count(of)));
    made.label = "mean squared error";
}

void run_slope_squared_error(const Options&, std::span<const Matrix* const> inputs,
                             Matrix& result) {
    result = 2 * (*inputs[0] - *inputs[1]) / count({inputs[0]->rows(), inputs[0]->cols()});
}

void explain_slope_squared_error(const Cell& cell, Derivation& made) {
    made.rule = Rule::Expression;
    made.expression =
        expression::quotient(expression::product({expression::constant(2),
                                                  off(cell, cell.place.row, cell.place.column)}),
                             expression::constant(count(cell.shape(0))));
    made.label = "slope of the error";
}

Gradients squared_error_gradient(Backward& back) {
    const std::size_t slope = back.add(squared_error_slope, {back.input(0), back.input(1)});
    return {back.add(times_number, {slope, back.upstream()}), std::nullopt};
}

} // namespace

constinit const Operation squared_error{
    "squared_error",
    squared_error_shape,
    run_squared_error,
    explain_squared_error,
    [](const Naming& naming) {
        return "mean of (" + naming.inputs[0] + " − " + naming.inputs[1] + ")²";
    },
    squared_error_gradient,
    {},
    [](std::size_t, const Spot&, const Shape&) -> std::vector<Spot> {
        return {{0, 0}};
    }};

constinit const Operation squared_error_slope{
    "squared_error_slope",
    squared_error_slope_shape,
    run_slope_squared_error,
    explain_slope_squared_error,
    [](const Naming& naming) {
        return "2 (" + naming.inputs[0] + " − " + naming.inputs[1] + ") / count";
    },
    nullptr,
    "it is a step of a gradient, and gradients of slopes are not computed",
    at_the_same_place};

} // namespace attn::operation
