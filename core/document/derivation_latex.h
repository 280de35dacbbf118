// SPDX-License-Identifier: MIT
// Derivations as LaTeX: displayed formulas that need amsmath, and graphicx to fit any column.
#pragma once

#include "core/document/derivation_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The command of LaTeX that shrinks what is wider than the line.
inline constexpr std::string_view latex_fitted =
    R"(\providecommand\fitted[1]{\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{#1}}
)";

/// A displayed formula with formula, numbers and result each in a line of its own, no wider than
/// the column; the title stands before it as a comment. It needs latex_fitted before it.
std::string to_latex(const Derivation& derivation, const DerivationStyle& style = {});

/// One for each matrix of the chain, the number itself first, and what they need.
std::string to_latex(const std::vector<ChainLevel>& chain, const DerivationStyle& style = {});

/// "\mathrm{scores}_{1,4}": the number that is explained.
std::string latex_symbol(const Derivation& derivation);
/// What stands after each sign of equality: formula, numbers, result; only what says something.
std::vector<std::string> latex_lines(const Derivation& derivation,
                                     const DerivationStyle& style = {});

/// Which copy of a matrix it is, to stand above its sign: "[2](1)" is head 1 of layer 2, "\times"
/// of cross-attention. Empty for the first head of the first layer.
std::string latex_copy(const SheetId& sheet);

/// A number as LaTeX: "-0.5", "1.2 \cdot 10^{-7}", "\tfrac{1}{3}", "-\infty", "\mathrm{NaN}".
std::string latex_number(Real value, const NumberFormat& numbers);
/// The same with as many digits as it has: "0.5", "10^{-5}".
std::string latex_number(Real value);

} // namespace attn
