// SPDX-License-Identifier: MIT
#include "core/engine/graph/expression.h"

#include "core/engine/graph/expression_text.h"

#include <algorithm>
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

void collect(const Expression& expression, std::vector<Place>& found) {
    if (expression.kind == Expression::Kind::Number &&
        std::find(found.begin(), found.end(), expression.factor.place) == found.end())
        found.push_back(expression.factor.place);
    for (const Expression& part : expression.parts)
        collect(part, found);
}

} // namespace

Real evaluated(const Expression& expression) {
    const auto leaf = [](const Expression& one) {
        return one.kind == Expression::Kind::Number ? one.factor.value : one.constant;
    };
    const auto series = [](const Expression& of) {
        Real total = 0;
        for (std::size_t at = 0; at < of.parts.size(); ++at)
            total = at == 0 ? evaluated(of.parts[at]) : total + evaluated(of.parts[at]);
        return total;
    };
    return value_of<Real>(expression, leaf, series);
}

std::vector<Place> places(const Expression& expression) {
    std::vector<Place> found;
    collect(expression, found);
    return found;
}

void for_each_number(Expression& expression, const std::function<void(Factor&)>& what) {
    if (expression.kind == Expression::Kind::Number)
        what(expression.factor);
    for (Expression& part : expression.parts)
        for_each_number(part, what);
}

} // namespace attn
