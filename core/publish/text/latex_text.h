// SPDX-License-Identifier: MIT
// Turns words, sentences and formulas of the program into LaTeX, whatever letters they hold.
#pragma once

#include "core/document/telling/step.h"

#include <string>
#include <string_view>

namespace attn::publish {

/// Writes a word of a document: TeX's special signs escaped, invisible letters made visible,
/// letters of any language unchanged. For text, and for \text{} in formulas.
std::string latex_word(std::string_view word);
/// As latex_word(), for a word whose invisible letters are already visible.
std::string latex_shown_word(std::string_view word);

/// Escapes plain text; a line break becomes a blank.
std::string latex_plain(std::string_view text);

/// Writes a sentence: mark-up ("W_{Q}", "√d_{k}") as formulas, words and numbers in bold or
/// upright.
std::string latex_sentence(const Prose& prose);

/// Writes a formula of the program, "softmax(scaled) · each row sums to 1", as the content of a
/// LaTeX formula. Needs amsmath.
std::string latex_formula(std::string_view rich);

/// Preamble lines that let a document show every letter of the text: typefaces that have the
/// letters for LuaLaTeX and XeLaTeX, code numbers in place of missing letters for pdfLaTeX. Empty
/// if the text is all Latin.
std::string latex_letters(std::string_view latex);

/// Whether pdfLaTeX has all letters of the text.
bool is_latin(std::string_view latex);

} // namespace attn::publish
