// SPDX-License-Identifier: MIT
// Explains a number: its formula with the live terms and their places. Each operation writes the
// derivation of one of its cells (see operation.h).
#pragma once

#include "core/base/matrix.h"
#include "core/engine/graph/expression.h"
#include "core/engine/numbers/switches.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// How a number follows from the numbers of the stage before.
enum class Rule {
    Given,         // an input; no earlier numbers
    SumOfProducts, // Σ of the terms, each the product of its factors; a copy is one term of one
                   // factor
    Quotient,      // Σ of the terms, divided by the divisors in order
    Blocked,       // the mask decides: −∞ among the masked scores, 0 among the weights
    NoKey,         // 0, because every cell of the line is blocked
    Softmax,       // e^(own − largest) / Σ e^(term − largest)
    NaiveSoftmax,  // e^own / Σ e^term
    DivideBySum,   // own / Σ term
    Length,        // √(Σ of the terms), each a square
    Expression,    // see the derivation's expression
    Chosen,        // one of several valid numbers; the reason says why there is a choice
    Covered,       // the number is hidden until it is revealed (base/covered.h)
    Undefined      // 0 stands in for a number that does not exist; the reason says why
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

/// A divisor of a score. `is_root` is kept apart so that √4 can be shown: `number` is then 4.
struct Divisor {
    std::string symbol; // "d_k", "d_model", "temperature"; empty for a number typed as the scale
    Real number = 1;
    bool is_root = false;
    bool is_computed = false;        // a result, written in the number format of results
    std::optional<Place> place = {}; // its place, if it is a number of the document

    Real value() const;
    friend bool operator==(const Divisor&, const Divisor&) = default;
};

/// Explains one number by the numbers one level down. A plain value with every term in it; only
/// rendering shortens long sums. Sums, quotients and normalisers keep flat terms instead of an
/// expression: as a tree, 768 products took three times as long to build, a softmax of 40 scores
/// ten times, and a tree could not drop a subtraction that the shown digits hide.
struct Derivation {
    Place place;
    Real result = 0;
    Rule rule = Rule::Given;
    std::string title;   // what the number is, with the words' names: "weight of cat for mouse"
    std::string formula; // in entries: "Q[1,·] · K[4,·]"; empty for inputs
    std::vector<Term>
        terms; // in the order they are added; for a normaliser, the scores of the line
    std::vector<Divisor> divisors;  // only Quotient; a length is the root of a sum of squares
    std::optional<std::size_t> own; // only normalisers: which term is the numerator
    Real largest = 0;               // only Softmax: what is subtracted from every exponent
    Axis axis = Axis::Rows;         // only normalisers: along which the terms lie
    bool skips_blocked = false;     // only normalisers: a mask may keep cells out of the line
    Convention convention = Convention::TokensAsRows; // how formula and factors are written
    std::string label; // rich; how it is made, in a word or two: "q|k" is a product, "as in X"
    /// What the outer factors of a product run along.
    enum class Runs { Nothing, RowByColumn, RowByRow };
    Runs runs = Runs::Nothing;
    std::optional<Expression> expression = {}; // only Expression
    Real blocked_as = 0; // only Blocked: the value of a blocked cell in this stage
    std::string reason;  // Blocked, NoKey, Chosen, Undefined: "the mask keeps query 0 from key 1"
    /// Which of the matrices of the result and of its numbers have whole numbers only. Set by who
    /// knows the whole matrices, not by the operations.
    std::vector<SheetId> whole = {};

    friend bool operator==(const Derivation&, const Derivation&) = default;
};

/// Computes the result from the derivation's own terms, not from the trace it was made from.
Real evaluated(const Derivation& derivation);

/// Lists every place the number is made of, one level down, each once, in the order of the terms,
/// divisors last. Empty for inputs and for cells the mask decides.
std::vector<Place> places(const Derivation& derivation);

// Chooses which terms of a long sum are shown: the largest first; the others are counted and added
// up. Used for sums of terms and series of expressions.

/// The terms of a long sum that are shown; the rest is counted and added up.
struct ShownTerms {
    std::vector<std::size_t> indices; // into the terms, largest first; if few, all in order
    std::size_t others = 0;           // number of terms not shown
    Real rest = 0;                    // the sum of the terms not shown
};

/// Returns the positions of the sizes, the largest first; equal ones in their order, NaN before
/// all.
std::vector<std::size_t> largest_first(std::span<const Real> sizes);

/// Picks at most `most` terms, or all if only one would be left out. `sizes` decide which are the
/// largest; `addends` are what they add to the sum.
ShownTerms shown_terms(std::span<const Real> sizes, std::span<const Real> addends,
                       std::size_t most);

} // namespace attn
