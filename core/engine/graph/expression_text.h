// SPDX-License-Identifier: MIT
// Writes expressions. One walk over the tree decides the order and the parentheses; a `Spelling`
// decides how numbers and forms look as text, in LaTeX or in the window.
#pragma once

#include "core/engine/graph/explain.h"
#include "core/engine/graph/expression.h"
#include "core/engine/numbers/switches.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

// Evaluates an expression in any number type: double for the computed value, a wider type to check
// printed digits. The caller supplies the values of leaves and series.

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

/// Text that must not be broken. Ends in a space if the next piece is set apart.
struct Piece {
    std::string text;
    std::optional<Place> place = {}; // where the number stands that this piece shows
    bool is_rest = false;            // the sum of a series' parts that are not shown
};

/// The text before and after something, and whether it makes parentheses unnecessary.
struct Around {
    std::string open, close;
    bool encloses = false;
};

/// How numbers and forms are written. The defaults are plain text.
struct Spelling {
    /// Writes a number or a constant.
    std::function<std::string(const Expression& leaf)> leaf;
    /// Writes the terms of a series beyond `most_terms`.
    std::function<std::string(const ShownTerms& shown)> rest = {};
    std::size_t most_terms = std::numeric_limits<std::size_t>::max();
    std::string minus = "-";
    std::string times = "·";
    std::string over = " / ";     // if the quotient has room
    std::string tight_over = "/"; // inside a product, or if both sides are short
    Around fraction = {};         // if it encloses, its parts need no parentheses
    Around parentheses = {"(", ")", true};
    Around tall_parentheses = {"(", ")", true}; // around fractions, roots and sums
    Around root = {"√", ""};
    Around power = {"e^", ""};         // e to the power of any expression
    Around power_of_leaf = {"e^", ""}; // e to the power of a number or a constant
    std::string squared = "²";
    std::string series = "Σ_"; // before its index
    std::string after_index = " ";
    std::function<std::string(std::string_view name)> function = {}; // empty: the name unchanged
};

/// Splits the expression into pieces, in reading order.
std::vector<Piece> pieces(const Expression& expression, const Spelling& spelling);
/// Joins the pieces into one text.
std::string written(const Expression& expression, const Spelling& spelling);

/// Picks the parts of a series to show: the largest numbers.
ShownTerms shown_parts(const Expression& series, std::size_t most);

/// Writes the formula with the names of the places, and constants without a name as numbers: "50 ·
/// tanh(scores[0,1] / 50)". A series is "Σ_j Q[0,j] · K[1,j]".
std::string formula_of(const Expression& expression, Convention convention);

/// Removes the mark-up from a constant's name: "θ_{1}" becomes "θ_1".
std::string plain_name(std::string_view rich);

// Replaces the numbers of an expression by the names of their places: X[0,j] instead of 0.5. The
// parts of a series become one part with a running index.

/// Names the number of a matrix in a row and a column; either may be an index like "j".
using NameOf = std::function<std::string(const SheetId& sheet, const std::string& row,
                                         const std::string& column)>;

/// Returns the expression with a name in every number. A series gets one part, and its running
/// index as its name: j for the outer series, k for one inside it, put where the first and the last
/// part differ. If the parts of a series do not have one form, it becomes a sum of its parts; of
/// many, only the first and the last, with "…" between them.
Expression with_names(const Expression& expression, const NameOf& name_of);

} // namespace attn
