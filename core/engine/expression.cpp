// SPDX-License-Identifier: MIT
#include "core/engine/expression.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace attn {
namespace expression {
namespace {

using Kind = Expression::Kind;

Expression of_parts(Kind kind, std::vector<Expression> parts) {
    Expression made;
    made.kind = kind;
    made.parts = std::move(parts);
    return made;
}

} // namespace

Expression number(Factor factor) {
    Expression made;
    made.kind = Kind::Number;
    made.factor = std::move(factor);
    return made;
}

Expression constant(Real value, std::string name) {
    Expression made;
    made.constant = value;
    made.name = std::move(name);
    return made;
}

Expression sum(std::vector<Expression> parts) {
    return of_parts(Kind::Sum, std::move(parts));
}
Expression series(std::vector<Expression> parts) {
    return of_parts(Kind::Series, std::move(parts));
}
Expression difference(Expression from, Expression less) {
    return sum({std::move(from), negative(std::move(less))});
}
Expression product(std::vector<Expression> parts) {
    return of_parts(Kind::Product, std::move(parts));
}
Expression quotient(Expression above, Expression below) {
    return of_parts(Kind::Quotient, {std::move(above), std::move(below)});
}
Expression negative(Expression of) {
    return of_parts(Kind::Negative, {std::move(of)});
}
Expression square(Expression of) {
    return of_parts(Kind::Square, {std::move(of)});
}
Expression root(Expression of) {
    return of_parts(Kind::Root, {std::move(of)});
}
Expression call(std::string_view name, std::vector<Expression> of) {
    Expression made = of_parts(Kind::Call, std::move(of));
    made.name = name;
    return made;
}

} // namespace expression

namespace {

Real called(const Expression& call) {
    const auto part = [&](std::size_t at) { return evaluated(call.parts[at]); };
    if (call.name == "max") {
        const Real first = part(0), second = part(1);
        return std::isnan(first) || first > second ? first : second;
    }
    using Function = Real (*)(Real);
    constexpr auto of = [](Function function) { return function; };
    const std::array<std::pair<std::string_view, Function>, 6> functions = {
        {{"tanh", of([](Real x) { return std::tanh(x); })},
         {"exp", of([](Real x) { return std::exp(x); })},
         {"sin", of([](Real x) { return std::sin(x); })},
         {"cos", of([](Real x) { return std::cos(x); })},
         {"erf", of([](Real x) { return std::erf(x); })},
         {"log", of([](Real x) { return std::log(x); })}}};
    for (const auto& [name, function] : functions)
        if (name == call.name)
            return function(part(0));
    assert(false && "the function is in the list");
    return 0;
}

void collect(const Expression& expression, std::vector<Place>& found) {
    if (expression.kind == Expression::Kind::Number &&
        std::find(found.begin(), found.end(), expression.factor.place) == found.end())
        found.push_back(expression.factor.place);
    for (const Expression& part : expression.parts)
        collect(part, found);
}

} // namespace

Real evaluated(const Expression& expression) {
    const auto part = [&](std::size_t at) { return evaluated(expression.parts[at]); };
    Real total = 0;
    switch (expression.kind) {
    case Expression::Kind::Number:
        return expression.factor.value;
    case Expression::Kind::Constant:
        return expression.constant;
    case Expression::Kind::Sum:
    case Expression::Kind::Series:
        for (std::size_t at = 0; at < expression.parts.size(); ++at)
            total = at == 0 ? part(at) : total + part(at);
        return total;
    case Expression::Kind::Product:
        total = 1;
        for (std::size_t at = 0; at < expression.parts.size(); ++at)
            total = at == 0 ? part(at) : total * part(at);
        return total;
    case Expression::Kind::Quotient:
        return part(0) / part(1);
    case Expression::Kind::Negative:
        return -part(0);
    case Expression::Kind::Square:
        total = part(0);
        return total * total;
    case Expression::Kind::Root:
        return std::sqrt(part(0));
    case Expression::Kind::Call:
        return called(expression);
    }
    assert(false && "every kind is evaluated");
    return 0;
}

std::vector<Place> places(const Expression& expression) {
    std::vector<Place> found;
    collect(expression, found);
    return found;
}

} // namespace attn
