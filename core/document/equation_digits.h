// SPDX-License-Identifier: MIT
// How many digits an equation needs so that it is true as it is printed. Text, LaTeX and the window
// ask here.
#pragma once

#include "core/document/derivation.h"
#include "core/document/view.h"

namespace attn {

/// How the numbers that a result is made of are written.
struct EquationDigits {
    NumberFormat numbers;
    int least = 0; // significant digits that each number has at least; 0: what the format gives
};

/// The format itself where its numbers, put into the equation, give the result; else with as few
/// significant digits more as do. They give it if they miss it by no more than half a unit of the
/// last printed digit for each number that stands in the equation. `most_terms`: of a sum, as in
/// shown_terms().
EquationDigits equation_digits(const Derivation& derivation, const NumberFormat& numbers,
                               std::size_t most_terms);

/// The format of one of the numbers.
NumberFormat number_format(Real value, const EquationDigits& digits);

/// Whether a constant is written as it is, like a 2 or an ε. One of many digits is rounded as
/// results are.
bool is_written_exactly(Real constant);

} // namespace attn
