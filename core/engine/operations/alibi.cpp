// SPDX-License-Identifier: MIT
// Scores that fall with the distance of query and key: score − m·|i − j|, with a slope m for each
// head. Attention with linear biases, Press, Smith and Lewis 2022, section 3.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <cstdlib>

namespace attn::operation {
namespace {

Real slope(const Options& options) {
    return std::get<Slope>(options).slope;
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
            result(row, column) -= slope(options) * distance(row, column);
}

void explain_alibi(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::Expression;
    made.label = "less for its distance";
    made.expression = expression::difference(
        expression::number(cell.factor(0, row, column)),
        expression::product({expression::constant(slope(cell.node().options), "m"),
                             expression::constant(distance(row, column))}));
}

} // namespace

constinit const Operation alibi{
    "alibi",
    alibi_shape,
    run_alibi,
    explain_alibi,
    [](const Naming& naming) { return naming.inputs[0] + " − m·|i − j|"; },
    [](Backward& back) { return Gradients{back.upstream()}; },
    {},
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

} // namespace attn::operation
