// SPDX-License-Identifier: MIT
// Scores that fall with the distance of query and key: score − m·|i − j|, with a slope m for each
// head (attention with linear biases; Press, Smith and Lewis 2022, section 3). The bias is added
// after the scale, so the scale does not divide it; a temperature divides both.
#include "core/base/number_text.h"
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace attn::operation {
namespace {

Real slope(const Options& options) {
    return std::get<Slope>(options).slope;
}
Real temperature(const Options& options) {
    return std::get<Slope>(options).temperature;
}

Real distance(Index row, Index column) {
    return static_cast<Real>(std::abs(row - column));
}

Result<Shape> alibi_shape(const Options& options, std::span<const Shape> inputs) {
    if (!std::isfinite(slope(options)))
        return Error{"its slope is " + shortest(slope(options)) + ", expected a number"};
    return inputs[0];
}

void run_alibi(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) -= slope(options) * distance(row, column) / temperature(options);
}

void explain_alibi(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::Expression;
    made.label = "less for its distance";
    const Options& options = cell.node().options;
    Expression bias = expression::product(
        {expression::constant(slope(options), "m"), expression::constant(distance(row, column))});
    if (temperature(options) != 1)
        bias = expression::quotient(std::move(bias),
                                    expression::constant(temperature(options), "temperature"));
    made.expression =
        expression::difference(expression::number(cell.factor(0, row, column)), std::move(bias));
}

std::string alibi_formula(const Naming& naming) {
    const Real by = temperature(naming.options);
    return naming.inputs[0] + " − m·|i − j|" + (by == 1 ? "" : " / " + shortest(by));
}

} // namespace

constinit const Operation alibi{
    "alibi",
    alibi_shape,
    run_alibi,
    explain_alibi,
    alibi_formula,
    [](Backward& back) { return Gradients{back.upstream()}; },
    {},
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

} // namespace attn::operation
