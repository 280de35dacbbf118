// SPDX-License-Identifier: MIT
// The root mean square of each row, √(Σ x² / n + ε). Of centred rows it is the deviation of layer
// normalisation (Ba, Kiros and Hinton 2016, eq. 3), of others the divisor of RMSNorm (Zhang and
// Sennrich 2019, eq. 4).
#include "core/base/number_text.h"
#include "core/engine/operation.h"
#include "core/engine/operations/line_parts.h"
#include "core/engine/operations/rows.h"
#include "core/engine/row_sums.h"

#include <cmath>
#include <utility>

namespace attn::operation {
namespace {

Real epsilon(const Options& options) {
    return std::get<Epsilon>(options).epsilon;
}

Result<Shape> root_mean_square_shape(const Options& options, std::span<const Shape> inputs) {
    if (!(epsilon(options) > 0 && std::isfinite(epsilon(options))))
        return Error{"ε is " + shortest(epsilon(options)) + ", expected a number above 0"};
    return Shape{inputs[0].rows, 1};
}

void average_squares(const Options& options, std::span<const RowsOf<const Real>> inputs,
                     RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_rows(of.data, of.count, of.columns, result.data,
             [](Real number) { return number * number; });
    for (Index row = 0; row < result.count; ++row)
        result.data[row] =
            std::sqrt(result.data[row] / static_cast<Real>(of.columns) + epsilon(options));
}

void run_root_mean_square(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    run_all_rows(average_squares, options, inputs, 1, result);
}

void explain_root_mean_square(const Cell& cell, Derivation& made) {
    const Index count = cell.shape(0).columns;
    std::vector<Expression> squares;
    for (Index column = 0; column < count; ++column)
        squares.push_back(
            expression::square(expression::number(cell.factor(0, cell.place.row, column))));
    Expression mean = expression::quotient(expression::series(std::move(squares)),
                                           expression::constant(static_cast<Real>(count)));
    made.rule = Rule::Expression;
    made.expression = expression::root(expression::sum(
        {std::move(mean), expression::constant(epsilon(cell.node().options), "ε")}));
    made.label = "root mean square";
}

/// Of r = √(Σ x² / n + ε): x g / (n r).
Gradients root_mean_square_gradient(Backward& back) {
    const auto count = static_cast<Real>(back.shape(0).columns);
    const std::size_t divided = back.add(over_line, {back.upstream(), back.self()}, Axis::Rows);
    const std::size_t share = back.add(scaled, {divided}, std::vector<Divisor>{{"", count, false}});
    return {back.add(times_line, {back.input(0), share}, Axis::Rows)};
}

} // namespace

constinit const Operation root_mean_square{
    "root_mean_square",
    root_mean_square_shape,
    run_root_mean_square,
    explain_root_mean_square,
    [](const Naming& naming) { return "√(mean of " + naming.inputs[0] + "² + ε)"; },
    root_mean_square_gradient,
    {},
    at_its_line,
    always<average_squares>};

} // namespace attn::operation
