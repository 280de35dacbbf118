// SPDX-License-Identifier: MIT
// How an expression is written. One walk over the tree decides what follows what and where
// parentheses stand; a spelling says what numbers and forms look like as text, in LaTeX or in the
// window.
#pragma once

#include "core/engine/convention.h"
#include "core/engine/expression.h"
#include "core/engine/shown_terms.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What is written without a break. Where it is set apart a blank stands at its end.
struct Piece {
    std::string text;
    std::optional<Place> place = {}; // of the number it is
    bool is_rest = false;            // what the parts of a series that are not shown add up to
};

/// What stands before and behind something, and whether it takes anything without parentheses.
struct Around {
    std::string open, close;
    bool encloses = false;
};

/// The defaults are those of plain text.
struct Spelling {
    /// A number or a constant.
    std::function<std::string(const Expression& leaf)> leaf;
    /// The other terms of a series that shows `most_terms`.
    std::function<std::string(const ShownTerms& shown)> rest = {};
    std::size_t most_terms = std::numeric_limits<std::size_t>::max();
    std::string minus = "-";
    std::string times = "·";
    std::string over = " / ";     // where a quotient has room
    std::string tight_over = "/"; // where it is part of a product, or both sides are short
    Around fraction = {};         // a fraction that encloses has no other parentheses
    Around parentheses = {"(", ")", true};
    Around tall_parentheses = {"(", ")", true}; // around fractions, roots and sums
    Around root = {"√", ""};
    Around power = {"e^", ""};         // e to the power of anything
    Around power_of_leaf = {"e^", ""}; // of a number or a constant
    std::string squared = "²";
    std::string series = "Σ_"; // before its index
    std::string after_index = " ";
    std::function<std::string(std::string_view name)> function = {}; // empty: as it is
};

/// The expression in pieces, in the order in which they are read.
std::vector<Piece> pieces(const Expression& expression, const Spelling& spelling);
/// The pieces as one text.
std::string written(const Expression& expression, const Spelling& spelling);

/// Which parts of a series are shown: those of the largest numbers.
ShownTerms shown_parts(const Expression& series, std::size_t most);

/// "50 · tanh(scores[0,1] / 50)": in the names of the places, with constants that have none as
/// their numbers. A series is "Σ_j Q[0,j] · K[1,j]".
std::string formula_of(const Expression& expression, Convention convention);

/// The name of a constant without its mark-up: "θ_{1}" is "θ_1".
std::string plain_name(std::string_view rich);

} // namespace attn
