// SPDX-License-Identifier: MIT
// Writes derivations as plain text, for a terminal or notes.
#pragma once

#include "core/document/explaining/derivation.h"
#include "core/document/model/view.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

// Finds how many digits an equation needs to be true as printed. Used by text, LaTeX and the
// window.

/// How the numbers on the terms' side of an equation are written.
struct EquationDigits {
    NumberFormat numbers;
    int least = 0; // the fewest significant digits of each number; 0: as the format has it
    std::vector<SheetId> whole = {}; // the matrices that are written without decimals
    bool are_sources_whole = false;  // all that the equation reads
    /// How a softmax writes e to its own score and the sum of such powers, if it writes them.
    std::optional<NumberFormat> powers = {};
};

/// The two sides of a softmax's quotient: e to its own score, and the sum of e to all scores.
struct PowerShare {
    Real own = 0, sum = 0;
};
PowerShare power_share(const Derivation& derivation);

/// Keeps the format if its numbers, put into the equation, give the result; else adds as few
/// significant digits as do. The result may be missed by half a unit of its last printed digit for
/// each number in the equation. The powers of a softmax and their sum, which stand between, are
/// held as well: e to the written score is at most one unit off. `most_terms`: of a sum, as in
/// shown_terms().
EquationDigits equation_digits(const Derivation& derivation, const NumberFormat& numbers,
                               std::size_t most_terms);

/// The digits with which cells write the numbers of the equation, whether it is true with them or
/// not.
EquationDigits cell_digits(const Derivation& derivation, const NumberFormat& numbers);

/// Computes the equation from its numbers as they are written. Empty if there is nothing to compute
/// or the result is not finite.
std::optional<Real> as_written(const Derivation& derivation, const EquationDigits& digits,
                               std::size_t most_terms);

/// "=", or "≈" if the equation, computed from its numbers as they are written, reads otherwise than
/// its result in this format. Plain text always has "=", which programs look for.
std::string equals_sign(const Derivation& derivation, const EquationDigits& digits,
                        std::size_t most_terms, const NumberFormat& result);

/// Returns the format of one of the numbers: that of its matrix, with as many digits as the
/// equation needs. A number without a place is a sum of such numbers, or a constant.
NumberFormat number_format(const Factor& number, const EquationDigits& digits);
NumberFormat number_format(Real value, const EquationDigits& digits);

/// Returns the format of the derivation's result, that of its matrix.
NumberFormat result_format(const Derivation& derivation, const NumberFormat& numbers);

/// Whether a constant is written in full, like a 2 or an ε. One of many digits is rounded as
/// results are.
bool is_written_exactly(Real constant);

struct DerivationStyle {
    NumberFormat numbers;
    std::size_t most_terms = 6; // in a sum; the rest is counted and added up
};

/// Writes only the live numbers: "1.59·1.54 + 0.93·0.96", "5.72 / √4", "e^2.86 / (e^2.57 +
/// e^2.86) = 17.5 / 30.5". Empty if there is only the result: inputs, copies, blocked cells.
std::string numbers_text(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes one line: "scores[1,4] = Q[1,·] · K[4,·] = 1.59·1.54 + 0.93·0.96 = 3.34".
std::string one_line(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes the title, then formula, numbers and result, each on its own line.
std::string to_text(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes the first derivation in full, then a paragraph of single lines for each matrix below it.
std::string to_text(const std::vector<ChainLevel>& chain, const DerivationStyle& style = {});

} // namespace attn
