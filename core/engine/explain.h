// SPDX-License-Identifier: MIT
// Where a number comes from: its formula with the live terms, and the places they stand at. Each
// operation writes the derivation of one of its cells (see operation.h).
#pragma once

#include "core/engine/convention.h"
#include "core/engine/expression.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How a number follows from the numbers of the stage before.
enum class Rule {
    Given,         // an input; nothing before it
    SumOfProducts, // Σ of the terms, each the product of its factors; a copy is one term, one
                   // factor
    Quotient,      // Σ of the terms, divided by the divisors in order
    Blocked,       // the mask decides: −∞ among the masked scores, 0 among the weights
    NoKey,         // 0, because every cell of the line is blocked
    Softmax,       // e^(own − largest) / Σ e^(term − largest)
    NaiveSoftmax,  // e^own / Σ e^term
    DivideBySum,   // own / Σ term
    Length,        // √(Σ of the terms), each a square
    Expression,    // what the derivation's expression says
    Chosen,        // one of several that would do; the reason says why there is a choice
    Covered,       // the number is shown only when it is revealed (base/covered.h)
    Undefined      // 0 stands for a number that does not exist; the reason says why
};

/// A product of up to three factors, added or subtracted.
struct Term {
    std::vector<Factor> factors;
    bool is_subtracted = false;

    Real value() const;
    /// x·x: both factors are the number at one place.
    bool is_square() const;
    friend bool operator==(const Term&, const Term&) = default;
};

/// What a score is divided by. A root is told apart so that √4 can be shown: its number is 4.
struct Divisor {
    std::string symbol; // "d_k", "d_model", "temperature"; empty for a number typed as the scale
    Real number = 1;
    bool is_root = false;
    bool is_computed = false;        // a result, said in the format of results
    std::optional<Place> place = {}; // where it stands, if it is a number of the document

    Real value() const;
    friend bool operator==(const Divisor&, const Divisor&) = default;
};

/// One number explained by the numbers one level down. A plain value with every term in it; only
/// rendering shortens long sums. Sums, quotients and normalisers keep flat terms and are no
/// expressions: as a tree, 768 products took three times as long to make, a softmax of 40 scores
/// ten times, and its tree could not leave out a subtraction that the shown digits hide.
struct Derivation {
    Place place;
    Real result = 0;
    Rule rule = Rule::Given;
    std::string title;       // what the number is, with the words' names: "weight of cat for mouse"
    std::string formula;     // in entries: "Q[1,·] · K[4,·]"; empty for inputs
    std::vector<Term> terms; // in the order they are added; those of a line of scores
    std::vector<Divisor> divisors;  // only Quotient; a length is the root of a sum of squares
    std::optional<std::size_t> own; // only normalisers: which term stands above the line
    Real largest = 0;               // only Softmax: what is subtracted from every exponent
    Axis axis = Axis::Rows;         // only normalisers: along which the terms lie
    bool skips_blocked = false;     // only normalisers: a mask may keep cells out of the line
    Convention convention = Convention::TokensAsRows; // how formula and factors are written
    std::string label; // rich, how it is made in a word or two: "q|k" is a product, "as in X"
    /// What the outer factors of a product run along: nothing, a row and a column, or two rows.
    enum class Runs { Nothing, RowByColumn, RowByRow };
    Runs runs = Runs::Nothing;
    std::optional<Expression> expression = {}; // only Expression
    Real blocked_as = 0;                       // only Blocked: what a blocked cell of the stage is
    std::string reason; // Blocked, NoKey, Chosen, Undefined: "the mask keeps query 0 from key 1"

    friend bool operator==(const Derivation&, const Derivation&) = default;
};

/// The result by the derivation's own terms alone, not by the trace it was made from.
Real evaluated(const Derivation& derivation);

/// Every place the number is made of, one level down, each once, in the order of the terms, the
/// divisors last; none for inputs and where the mask decides.
std::vector<Place> places(const Derivation& derivation);

} // namespace attn
