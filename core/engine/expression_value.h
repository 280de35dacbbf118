// SPDX-License-Identifier: MIT
// Evaluates an expression in any number type: double for the computed value, a wider type to check
// printed digits. The caller supplies the values of leaves and series.
#pragma once

#include "core/engine/expression.h"

#include <array>
#include <cassert>
#include <cmath>
#include <string_view>
#include <utility>

namespace attn {

/// Applies a function of one number, by its name.
template <class Value>
Value value_of_function(std::string_view name, Value of) {
    using Function = Value (*)(Value);
    constexpr std::array<std::pair<std::string_view, Function>, 6> functions = {
        {{"tanh", [](Value x) { return std::tanh(x); }},
         {"exp", [](Value x) { return std::exp(x); }},
         {"sin", [](Value x) { return std::sin(x); }},
         {"cos", [](Value x) { return std::cos(x); }},
         {"erf", [](Value x) { return std::erf(x); }},
         {"log", [](Value x) { return std::log(x); }}}};
    for (const auto& [known, function] : functions)
        if (known == name)
            return function(of);
    assert(false && "the function is in the list");
    return 0;
}

/// Evaluates the expression. `leaf` gives the value of a number or a constant, `series` the value
/// of a series. Adds and multiplies the parts from first to last.
template <class Value, class Leaf, class Series>
Value value_of(const Expression& expression, const Leaf& leaf, const Series& series) {
    using Kind = Expression::Kind;
    const auto part = [&](std::size_t at) {
        return value_of<Value>(expression.parts[at], leaf, series);
    };
    switch (expression.kind) {
    case Kind::Number:
    case Kind::Constant:
        return leaf(expression);
    case Kind::Series:
        return series(expression);
    case Kind::Sum: {
        Value total = 0;
        for (std::size_t at = 0; at < expression.parts.size(); ++at)
            total = at == 0 ? part(at) : total + part(at);
        return total;
    }
    case Kind::Product: {
        Value product = 1;
        for (std::size_t at = 0; at < expression.parts.size(); ++at)
            product = at == 0 ? part(at) : product * part(at);
        return product;
    }
    case Kind::Quotient:
        return part(0) / part(1);
    case Kind::Negative:
        return -part(0);
    case Kind::Square: {
        const Value one = part(0);
        return one * one;
    }
    case Kind::Root:
        return std::sqrt(part(0));
    case Kind::Call:
        if (expression.name == "max") {
            const Value first = part(0), second = part(1);
            return std::isnan(first) || first > second ? first : second;
        }
        return value_of_function<Value>(expression.name, part(0));
    }
    assert(false && "every kind has a value");
    return 0;
}

} // namespace attn
