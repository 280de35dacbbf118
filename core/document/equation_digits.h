// SPDX-License-Identifier: MIT
// Finds how many digits an equation needs to be true as printed. Used by text, LaTeX and the
// window.
#pragma once

#include "core/document/derivation.h"
#include "core/document/view.h"

namespace attn {

/// How the numbers on the terms' side of an equation are written.
struct EquationDigits {
    NumberFormat numbers;
    int least = 0; // the fewest significant digits of each number; 0: as the format has it
};

/// Keeps the format if its numbers, put into the equation, give the result; else adds as few
/// significant digits as do. The result may be missed by half a unit of its last printed digit for
/// each number in the equation. `most_terms`: of a sum, as in shown_terms().
EquationDigits equation_digits(const Derivation& derivation, const NumberFormat& numbers,
                               std::size_t most_terms);

/// Returns the format of one of the numbers.
NumberFormat number_format(Real value, const EquationDigits& digits);

/// Whether a constant is written in full, like a 2 or an ε. One of many digits is rounded as
/// results are.
bool is_written_exactly(Real constant);

} // namespace attn
