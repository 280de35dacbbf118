// SPDX-License-Identifier: MIT
// The mean of the squared differences from a target, Σ (output − target)² / count: PyTorch's
// nn.MSELoss. The target is given, so only the output has a gradient.

#include "core/engine/graph/operation.h"
#include "core/engine/operations/rows.h"

#include <cmath>
#include <cstddef>
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

// The distance of shares from target shares: −Σ target · log(p) / rows, PyTorch's
// nn.CrossEntropyLoss for probabilities (Goodfellow, Bengio and Courville 2016, eq. 3.51). If the
// target is 0 nothing is added, whatever p is. The target is given and has no gradient.

namespace {

Result<Shape> cross_entropy_slope_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[0] != inputs[1])
        return Error{"it compares " + to_text(inputs[0]) + " with a target of " +
                     to_text(inputs[1])};
    return inputs[0];
}

Result<Shape> cross_entropy_shape(const Options& options, std::span<const Shape> inputs) {
    const Result<Shape> compared = cross_entropy_slope_shape(options, inputs);
    return compared ? Result<Shape>(Shape{1, 1}) : compared;
}

void run_cross_entropy(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &shares = *inputs[0], &target = *inputs[1];
    Real total = 0;
    for (Index row = 0; row < shares.rows(); ++row)
        for (Index column = 0; column < shares.cols(); ++column)
            if (target(row, column) != 0)
                total -= target(row, column) * std::log(shares(row, column));
    result = Matrix::Constant(1, 1, total / static_cast<Real>(shares.rows()));
}

Expression rows(const Cell& cell) {
    return expression::constant(static_cast<Real>(cell.shape(0).rows));
}

void explain_cross_entropy(const Cell& cell, Derivation& made) {
    const Shape& of = cell.shape(0);
    std::vector<Expression> parts, rows_of_parts;
    for (Index row = 0; row < of.rows; ++row) {
        const std::size_t first = parts.size();
        for (Index column = 0; column < of.columns; ++column)
            if (const Factor wanted = cell.factor(1, row, column); wanted.value != 0)
                parts.push_back(expression::product(
                    {expression::number(wanted),
                     expression::call("log", {expression::number(cell.factor(0, row, column))})}));
        rows_of_parts.push_back(
            expression::series({parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end()}));
    }
    made.label = "cross entropy";
    if (parts.empty()) {
        made.rule = Rule::Undefined;
        made.reason = "every number of the target is 0, so there is nothing to compare with";
        return;
    }
    made.rule = Rule::Expression;
    // If every number counts, the sum runs over rows and columns.
    const bool is_whole = parts.size() == static_cast<std::size_t>(of.rows * of.columns);
    made.expression = expression::quotient(
        expression::negative(expression::series(is_whole ? rows_of_parts : parts)), rows(cell));
}

void run_slope_cross_entropy(const Options&, std::span<const Matrix* const> inputs,
                             Matrix& result) {
    const Matrix &shares = *inputs[0], &target = *inputs[1];
    result = Matrix::Zero(shares.rows(), shares.cols());
    for (Index row = 0; row < shares.rows(); ++row)
        for (Index column = 0; column < shares.cols(); ++column)
            if (target(row, column) != 0)
                result(row, column) =
                    -target(row, column) / shares(row, column) / static_cast<Real>(shares.rows());
}

void explain_slope_cross_entropy(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    const Factor wanted = cell.factor(1, row, column);
    made.label = "slope of the error";
    if (wanted.value == 0) { // its share does not count
        made.rule = Rule::SumOfProducts;
        made.terms = {{{wanted}}};
        made.formula = cell.name(1, row, column);
        return;
    }
    made.rule = Rule::Expression;
    made.expression =
        expression::quotient(expression::quotient(expression::negative(expression::number(wanted)),
                                                  expression::number(cell.factor(0, row, column))),
                             rows(cell));
}

std::string lines(const Naming& naming) {
    return naming.by_rows ? "rows" : "columns";
}

Gradients cross_entropy_gradient(Backward& back) {
    const std::size_t slope = back.add(cross_entropy_slope, {back.input(0), back.input(1)});
    return {back.add(times_number, {slope, back.upstream()}), std::nullopt};
}

} // namespace

constinit const Operation cross_entropy{
    "cross_entropy",
    cross_entropy_shape,
    run_cross_entropy,
    explain_cross_entropy,
    [](const Naming& naming) {
        return "−Σ " + naming.inputs[1] + " · log(" + naming.inputs[0] + ") / " + lines(naming);
    },
    cross_entropy_gradient,
    {},
    [](std::size_t, const Spot&, const Shape&) -> std::vector<Spot> {
        return {{0, 0}};
    }};

constinit const Operation cross_entropy_slope{
    "cross_entropy_slope",
    cross_entropy_slope_shape,
    run_slope_cross_entropy,
    explain_slope_cross_entropy,
    [](const Naming& naming) {
        return "−" + naming.inputs[1] + " / " + naming.inputs[0] + " / " + lines(naming);
    },
    nullptr,
    "it is a step of a gradient, and gradients of slopes are not computed",
    at_the_same_place};

} // namespace attn::operation
