// SPDX-License-Identifier: MIT
// How languages spell arithmetic, in the one spelling of core/io/cell_text.cpp: this is the one
// place that knows names of Python, Mathematica and LaTeX.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace attn::io {

/// "np.sqrt(2)" → "sqrt(2)", "np.float64(0.5)" → "0.5", "Fraction(1, 2)" → "((1)/(2))", "Sqrt[2]" →
/// "Sqrt(2)", "1.*^-5" → "1.e-5", "√2" → "sqrt(2)", "10⁻³" → "10^(-3)". What it does not know stays
/// as it is.
std::string plain_spelling(std::string_view text);

/// "\frac{1}{2}" → "((1)/(2))", "2\sqrt{3}" → "2*sqrt(3)", "1.5 \times 10^{-3}" → "1.5e-3", "50\%"
/// → "50%". Commands of looks and space are left out; the error names a command that is none of
/// these.
Result<std::string> latex_spelling(std::string_view text);

/// A letter of a name, which no digit is.
inline bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The brace, bracket or parenthesis that closes the one at `open`; npos where none does.
std::size_t closing(std::string_view text, std::size_t open);

} // namespace attn::io
