// SPDX-License-Identifier: MIT
// Translates the arithmetic of other languages into the spelling of core/io/text/cell_text.cpp.
// Only this code knows names of Python, Mathematica and LaTeX.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace attn::io {

/// Translates "np.sqrt(2)" → "sqrt(2)", "np.float64(0.5)" → "0.5", "Fraction(1, 2)" → "((1)/(2))",
/// "Sqrt[2]" → "Sqrt(2)", "1.*^-5" → "1.e-5", "√2" → "sqrt(2)", "10⁻³" → "10^(-3)". Leaves unknown
/// text unchanged.
std::string plain_spelling(std::string_view text);

/// Translates "\frac{1}{2}" → "((1)/(2))", "2\sqrt{3}" → "2*sqrt(3)", "1.5 \times 10^{-3}" →
/// "1.5e-3", "50\%" → "50%". Drops commands for looks and spacing; the error names an unknown
/// command.
Result<std::string> latex_spelling(std::string_view text);

/// Whether a name can begin with the character; a digit cannot.
inline bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Finds the brace, bracket or parenthesis that closes the one at `open`; npos if there is none.
std::size_t closing(std::string_view text, std::size_t open);

} // namespace attn::io
