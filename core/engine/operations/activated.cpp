// SPDX-License-Identifier: MIT
// Applies a function to every number, and computes its slope. relu: max(0, x). gelu: x Φ(x), by erf
// or by tanh (Hendrycks and Gimpel 2016, section 2). silu: x / (1 + e^−x) (Elfwing, Uchibe and Doya
// 2018).
#include "core/engine/graph/operation.h"
#include "core/engine/operations/rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

namespace attn::operation {
namespace {

using ActivationKind = Activation::Kind;
using Numbers = std::vector<Expression>;

constexpr Real cubic = 0.044715; // used by gelu with tanh

ActivationKind kind(const Options& options) {
    return std::get<Activation>(options).kind;
}

/// relu(0) is 0 and its slope there is 0, as in PyTorch. NaN stays NaN.
Real rectified(Real x) {
    return x <= 0 ? 0 : x;
}
/// The argument of tanh.
Real bent(Real x) {
    return std::sqrt(2 / std::numbers::pi) * (x + cubic * (x * x * x));
}

Real value(ActivationKind kind, Real x) {
    switch (kind) {
    case ActivationKind::Relu:
        return rectified(x);
    case ActivationKind::Gelu:
        return x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
    case ActivationKind::GeluTanh:
        return x / 2 * (1 + std::tanh(bent(x)));
    case ActivationKind::Silu:
        return x / (1 + std::exp(-x));
    }
    assert(false && "every activation has a value");
    return 0;
}

Real slope(ActivationKind kind, Real x) {
    switch (kind) {
    case ActivationKind::Relu:
        return x <= 0 ? 0 : rectified(x) / x;
    case ActivationKind::Gelu:
        return (1 + std::erf(x / std::sqrt(2.0))) / 2 +
               x * std::exp(-(x * x / 2)) / std::sqrt(2 * std::numbers::pi);
    case ActivationKind::GeluTanh: {
        const Real turned = std::tanh(bent(x));
        return (1 + turned) / 2 + x / 2 * (1 - turned * turned) * std::sqrt(2 / std::numbers::pi) *
                                      (1 + 3 * cubic * (x * x));
    }
    case ActivationKind::Silu: {
        const Real part = 1 / (1 + std::exp(-x));
        return part * (1 + x * (1 - part));
    }
    }
    assert(false && "every activation has a slope");
    return 0;
}

Expression constant(Real value) {
    return expression::constant(value);
}
Expression pi() {
    return expression::constant(std::numbers::pi, "π");
}
Expression one_and(Expression other) {
    return expression::sum({constant(1), std::move(other)});
}
/// 1 + erf(x / √2), which is 2 Φ(x).
Expression twice_the_share(const Expression& x) {
    return one_and(
        expression::call("erf", {expression::quotient(x, expression::root(constant(2)))}));
}
Expression root_of_two_by_pi() {
    return expression::root(expression::quotient(constant(2), pi()));
}
Expression turned(const Expression& x) {
    const Expression cube = expression::product({constant(cubic), expression::product({x, x, x})});
    return expression::call(
        "tanh", {expression::product({root_of_two_by_pi(), expression::sum({x, cube})})});
}
Expression one_and_power(const Expression& x) {
    return one_and(expression::call("exp", {expression::negative(x)}));
}
Expression half(Expression of) {
    return expression::quotient(std::move(of), constant(2));
}
Expression rectified(const Expression& x) {
    return expression::call("max", {constant(0), x});
}

Expression value(ActivationKind kind, const Expression& x) {
    switch (kind) {
    case ActivationKind::Relu:
        return rectified(x);
    case ActivationKind::Gelu:
        return expression::product({half(x), twice_the_share(x)});
    case ActivationKind::GeluTanh:
        return expression::product({half(x), one_and(turned(x))});
    case ActivationKind::Silu:
        return expression::quotient(x, one_and_power(x));
    }
    assert(false && "every activation has a value");
    return {};
}

Expression slope(ActivationKind kind, const Expression& x) {
    switch (kind) {
    case ActivationKind::Relu:
        return expression::quotient(rectified(x), x);
    case ActivationKind::Gelu: {
        const Expression power =
            expression::call("exp", {expression::negative(half(expression::product({x, x})))});
        return expression::sum(
            {half(twice_the_share(x)),
             expression::quotient(expression::product({x, power}),
                                  expression::root(expression::product({constant(2), pi()})))});
    }
    case ActivationKind::GeluTanh: {
        const Expression rest = expression::difference(constant(1), expression::square(turned(x)));
        const Expression inner = one_and(
            expression::product({constant(3), constant(cubic), expression::product({x, x})}));
        return expression::sum({half(one_and(turned(x))),
                                expression::product({half(x), rest, root_of_two_by_pi(), inner})});
    }
    case ActivationKind::Silu: {
        const Expression part = expression::quotient(constant(1), one_and_power(x));
        return expression::product(
            {part, one_and(expression::product({x, expression::difference(constant(1), part)}))});
    }
    }
    assert(false && "every activation has a slope");
    return {};
}

std::string name(ActivationKind kind) {
    switch (kind) {
    case ActivationKind::Relu:
        return "relu";
    case ActivationKind::Gelu:
        return "gelu";
    case ActivationKind::GeluTanh:
        return "gelu by tanh";
    case ActivationKind::Silu:
        return "silu";
    }
    assert(false && "every activation has a name");
    return "";
}

void activate(const Options& options, std::span<const RowsOf<const Real>> inputs,
              RowsOf<Real> result) {
    const ActivationKind how = kind(options);
    const Real* const from = inputs[0].data;
    const Index count = result.count * result.columns;
    if (how == ActivationKind::Relu) // several at once, because relu needs nothing else
        std::transform(from, from + count, result.data, [](Real x) { return rectified(x); });
    else
        std::transform(from, from + count, result.data, [how](Real x) { return value(how, x); });
}

void explain_activated(const Cell& cell, Derivation& made) {
    const ActivationKind how = kind(cell.node().options);
    made.rule = Rule::Expression;
    made.expression =
        value(how, expression::number(cell.factor(0, cell.place.row, cell.place.column)));
    made.label = name(how);
}

std::string activated_formula(const Naming& naming) {
    const std::string& x = naming.inputs[0];
    switch (kind(naming.options)) {
    case ActivationKind::Relu:
        return "max(0, " + x + ")";
    case ActivationKind::Gelu:
        return "gelu(" + x + ")";
    case ActivationKind::GeluTanh:
        return "gelu(" + x + ") by tanh";
    case ActivationKind::Silu:
        return "silu(" + x + ")";
    }
    assert(false && "every activation has a formula");
    return "";
}

Gradients activated_gradient(Backward& back) {
    const std::size_t slopes = back.add(activation_slope, {back.input(0)}, back.options());
    return {back.add(each, {back.upstream(), slopes})};
}

void run_slope_activated(const Options& options, std::span<const Matrix* const> inputs,
                         Matrix& result) {
    result = inputs[0]->unaryExpr([how = kind(options)](Real x) { return slope(how, x); });
}

void explain_slope_activated(const Cell& cell, Derivation& made) {
    const ActivationKind how = kind(cell.node().options);
    const Index row = cell.place.row, column = cell.place.column;
    made.label = "slope of " + name(how);
    if (how == ActivationKind::Relu && cell.cells(0)(row, column) == 0) {
        made.rule = Rule::Chosen;
        made.reason = "relu has a corner at 0, where 0 is taken as its slope";
        return;
    }
    made.rule = Rule::Expression;
    made.expression = slope(how, expression::number(cell.factor(0, row, column)));
}

} // namespace

constinit const Operation activated{"activated",
                                    shape_of_first,
                                    run_rows_alike<activate>,
                                    explain_activated,
                                    activated_formula,
                                    activated_gradient,
                                    {},
                                    at_the_same_place,
                                    always<activate>};

constinit const Operation activation_slope{
    "activation_slope",
    shape_of_first,
    run_slope_activated,
    explain_slope_activated,
    [](const Naming& naming) {
        return "slope of " + name(kind(naming.options)) + " at " + naming.inputs[0];
    },
    nullptr,
    "it is a step of a gradient, and gradients of slopes are not computed",
    at_the_same_place};

} // namespace attn::operation
