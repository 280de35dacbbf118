// SPDX-License-Identifier: MIT
// Writes derivations as LaTeX: displayed formulas that need amsmath, and graphicx to fit any
// column.
#pragma once

#include "core/document/explaining/derivation_text.h"
#include "core/engine/graph/expression_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Spells expressions in LaTeX: fractions, roots and functions as in amsmath. The code that writes a
// derivation spells the numbers and names of places.

/// Returns the spelling of everything except leaves and the rest of a series.
Spelling latex_spelling();

/// Writes the name of a constant: "\theta_{1}", "d_{\mathrm{model}}", "\mathrm{temperature}".
std::string latex_name(std::string_view rich);

/// A LaTeX command that shrinks what is wider than the line.
inline constexpr std::string_view latex_fitted =
    R"(\providecommand\fitted[1]{\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{#1}}
)";

/// Writes a displayed formula with formula, numbers and result each on its own line, no wider than
/// the column, and the title before it as a comment. It needs latex_fitted before it.
std::string to_latex(const Derivation& derivation, const DerivationStyle& style = {});

/// Writes one for each matrix of the chain, the number itself first, and what they need.
std::string to_latex(const std::vector<ChainLevel>& chain, const DerivationStyle& style = {});

/// Returns the symbol of the explained number: "\mathrm{scores}_{1,4}".
std::string latex_symbol(const Derivation& derivation);
/// Returns what follows each equals sign: formula, numbers, result; leaves out what adds nothing.
/// The result begins with ≈ if the numbers as written give it only roughly.
std::vector<std::string> latex_lines(const Derivation& derivation,
                                     const DerivationStyle& style = {});

/// Returns the mark above a matrix's symbol that says which copy it is: "[2](1)" is head 1 of layer
/// 2, "\times" is cross-attention. Empty for the first head of the first layer.
std::string latex_copy(const SheetId& sheet);

/// Turns the digits of a number into LaTeX: "1.2e-07" into "1.2 \cdot 10^{-7}", "1/3" into
/// "\tfrac{1}{3}".
std::string latex_digits(const std::string& text);
/// Writes a number as LaTeX: "-0.5", "1.2 \cdot 10^{-7}", "\tfrac{1}{3}", "-\infty",
/// "\mathrm{NaN}".
std::string latex_number(Real value, const NumberFormat& numbers);
/// Writes it with all its digits: "0.5", "10^{-5}".
std::string latex_number(Real value);

} // namespace attn
