// SPDX-License-Identifier: MIT
// Writes expressions. One walk over the tree decides the order and the parentheses; a `Spelling`
// decides how numbers and forms look as text, in LaTeX or in the window.
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

} // namespace attn
