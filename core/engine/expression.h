// SPDX-License-Identifier: MIT
// How a number is computed where it is more than a sum of products: a small tree of numbers and
// what is done with them. An operation builds it once; it is evaluated, and written with the names
// or the numbers of its places as text, as LaTeX and in the window.
#pragma once

#include "core/engine/place.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A number in a term and the place it stands at.
struct Factor {
    Place place;
    Real value = 0;

    friend bool operator==(const Factor&, const Factor&) = default;
};

struct Expression {
    enum class Kind {
        Number,   // that of the factor
        Constant, // `constant`; said as `name` in formulas where it has one
        Sum,      // of the parts; a subtracted one is a Negative
        Series,   // the same of parts of one form, which differ in a row or a column: Σ
        Product,  // of the parts
        Quotient, // of the two parts
        Negative, // of the one part
        Square,   // of the one part
        Root,     // of the one part
        Call      // the function `name` of the parts: tanh, exp, sin, cos, erf, max
    };
    Kind kind = Kind::Constant;
    Factor factor = {};
    Real constant = 0;
    std::string name = {};
    std::vector<Expression> parts = {};

    friend bool operator==(const Expression&, const Expression&) = default;
};

/// The ways to build one.
namespace expression {
Expression number(Factor factor);
/// A number that stands nowhere: a 2, an ε. `name` is said in formulas: "c", "θ_{1}".
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

/// The number, by the tree alone: parts are added and multiplied from the first to the last.
Real evaluated(const Expression& expression);

/// Every place in it, each once, from the first to the last.
std::vector<Place> places(const Expression& expression);

/// Every number in it, from the first to the last, so that its place can be changed.
void for_each_number(Expression& expression, const std::function<void(Factor&)>& what);

} // namespace attn
