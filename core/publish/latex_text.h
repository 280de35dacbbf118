// SPDX-License-Identifier: MIT
// Words, sentences and formulas of the program as LaTeX, whatever letters they hold.
#pragma once

#include "core/document/prose.h"

#include <string>
#include <string_view>

namespace attn::publish {

/// A word of a document as LaTeX prints it: TeX's own signs escaped, what is invisible made
/// visible, letters of any language as they are. For text, and inside \text{} in formulas.
std::string latex_word(std::string_view word);
/// The same of a word whose invisible letters are visible already.
std::string latex_shown_word(std::string_view word);

/// Plain text as it is, a line break as a blank.
std::string latex_plain(std::string_view text);

/// A sentence: its mark-up ("W_{Q}", "√d_{k}") as formulas, words and numbers in bold or upright.
std::string latex_sentence(const Prose& prose);

/// A formula of the program, "softmax(scaled) · each row sums to 1", as the inside of a formula of
/// LaTeX. Needs amsmath.
std::string latex_formula(std::string_view rich);

/// Preamble lines by which a document shows every letter of the text: for LuaLaTeX and XeLaTeX
/// typefaces that have them, for pdfLaTeX their code numbers in place of those it has no letters
/// for. Empty if the text holds nothing beyond Latin letters.
std::string latex_letters(std::string_view latex);

/// Whether pdfLaTeX has all letters of the text.
bool is_latin(std::string_view latex);

} // namespace attn::publish
