// SPDX-License-Identifier: MIT
// How a number is computed if it is more than a sum of products: a small tree of numbers and
// operators. An operation builds it once; it is then evaluated, and written as text, as LaTeX and
// in the window, with the names or the numbers of its places.
#pragma once

#include "core/engine/graph/place.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A number in a term and its place.
struct Factor {
    Place place;
    Real value = 0;

    friend bool operator==(const Factor&, const Factor&) = default;
};

struct Expression {
    enum class Kind {
        Number,   // the factor's number
        Constant, // `constant`; formulas show `name` if it has one
        Sum,      // adds the parts; a subtracted one is a Negative
        Series,   // a sum of parts of one form that differ in a row or a column: Σ
        Product,  // multiplies the parts
        Quotient, // the first part over the second
        Negative, // minus the only part
        Square,   // squares the only part
        Root,     // the root of the only part
        Call      // the function `name` of the parts: tanh, exp, sin, cos, erf, max
    };
    Kind kind = Kind::Constant;
    Factor factor = {};
    Real constant = 0;
    std::string name = {};
    std::vector<Expression> parts = {};

    friend bool operator==(const Expression&, const Expression&) = default;
};

/// Functions that build one.
namespace expression {
Expression number(Factor factor);
/// A number without a place: a 2, an ε. Formulas show `name`: "c", "θ_{1}".
Expression constant(Real value, std::string name = "");
Expression sum(std::vector<Expression> parts);
Expression series(std::vector<Expression> parts);
Expression difference(Expression from, Expression less);
Expression product(std::vector<Expression> parts);
Expression quotient(Expression above, Expression below);
Expression negative(Expression of);
Expression square(Expression of);
Expression root(Expression of);
Expression call(std::string_view name, std::vector<Expression> of);
} // namespace expression

/// Computes the number from the tree alone: adds and multiplies the parts from first to last.
Real evaluated(const Expression& expression);

/// Lists every place in it, each once, from first to last.
std::vector<Place> places(const Expression& expression);

/// Calls `what` for every number in it, from first to last, so that its place can be changed.
void for_each_number(Expression& expression, const std::function<void(Factor&)>& what);

} // namespace attn
