// SPDX-License-Identifier: MIT
// Interprets words next to a matrix in a text: names, calls, scalars. Only for
// core/io/matrix_b….cpp.
#pragma once

#include "core/io/number_word.h"

#include <algorithm>
#include <string_view>

namespace attn::io {

inline bool is_gap(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r';
}
inline bool is_of_name(char letter) {
    return is_numeral(letter) || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') || letter == '_';
}

template <class List>
bool is_one_of(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string_view without_blanks_behind(std::string_view text);

/// Returns "inv" for "np.linalg.inv": drops the modules.
std::string_view last_name(std::string_view call);

/// Whether a Mathematica head leaves the numbers unchanged: "N", "MatrixForm".
bool changes_nothing(std::string_view head);

/// Whether words before a matrix only refer to it: "the matrix is", "return". A symbol, a single
/// word and words of arithmetic do not ("λ", "alpha", "twice the matrix"): they may be factors.
bool speaks_of_matrix(std::string_view words);

/// Turns "the matrix is" into "the matrix"; returns other words, and a single word, unchanged.
std::string_view without_equal_word(std::string_view words);

/// Whether all words are words of a sentence: none is a symbol, a number or arithmetic.
bool are_plain_words(std::string_view words);

/// Finds where the scalar at the end of the text begins: after a sign that separates it from the
/// rest.
std::size_t scalar_begin(std::string_view text);

} // namespace attn::io
