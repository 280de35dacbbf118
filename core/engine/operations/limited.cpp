// SPDX-License-Identifier: MIT
// Limits scores to a number c: c·tanh(score / c), which is nearly the score itself near 0. The soft
// limit of Gemma 2, Riviere et al. 2024, section 2; and its slope for the gradient.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <cmath>

namespace attn::operation {
namespace {

Real limit(const Options& options) {
    return std::get<SoftLimit>(options).limit;
}

Result<Shape> limited_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(limit(options), "its limit"); !fits)
        return fits.error();
    return inputs[0];
}

/// tanh(score / c).
Expression reached(const Cell& cell) {
    return expression::call(
        "tanh",
        {expression::quotient(expression::number(cell.factor(0, cell.place.row, cell.place.column)),
                              expression::constant(limit(cell.node().options), "c"))});
}

std::string over_limit(const Naming& naming) {
    return "(" + naming.inputs[0] + " / " + shortest(limit(naming.options)) + ")";
}

} // namespace

constinit const Operation limited{
    "limited",
    limited_shape,
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        const Real most = limit(options);
        result =
            inputs[0]->unaryExpr([most](Real score) { return most * std::tanh(score / most); });
    },
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::Expression;
        made.label = "limited";
        made.expression = expression::product(
            {expression::constant(limit(cell.node().options), "c"), reached(cell)});
    },
    [](const Naming& naming) {
        return shortest(limit(naming.options)) + " tanh" + over_limit(naming);
    },
    [](Backward& back) {
        const std::size_t slopes = back.add(limit_slopes, {back.input(0)}, back.options());
        return Gradients{back.add(each, {back.upstream(), slopes})};
    },
    {},
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

constinit const Operation limit_slopes{
    "limit_slopes",
    limited_shape,
    [](const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
        const Real most = limit(options);
        result = inputs[0]->unaryExpr([most](Real score) {
            const Real bent = std::tanh(score / most);
            return 1 - bent * bent;
        });
    },
    [](const Cell& cell, Derivation& made) {
        made.rule = Rule::Expression;
        made.label = "slope of the limit";
        made.expression =
            expression::difference(expression::constant(1), expression::square(reached(cell)));
    },
    [](const Naming& naming) { return "1 − tanh²" + over_limit(naming); },
    nullptr,
    "it is a step of a gradient, and gradients of gradients are not computed"};

} // namespace attn::operation
