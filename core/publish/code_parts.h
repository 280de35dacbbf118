// SPDX-License-Identifier: MIT
// What the programs of every language are written from; only for the code_….cpp files.
#pragma once

#include "core/document/document.h"
#include "core/publish/code.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// A sentence or two in words, then the lines that do it, each ended by a line break.
struct CodePart {
    std::string words;
    std::string code;
};

/// How a language writes what is not finite.
struct NonFiniteNames {
    std::string_view not_a_number, infinity;
};

/// The number so that it reads back as the same double in every language here; whole numbers stay
/// short ("2"), −0 is "-0.0".
std::string code_number(Real value, const NonFiniteNames& names);

/// Rows of numbers: `row_begin` 1, 2, 3 `row_end`, the last row without `last`.
struct RowMarks {
    std::string begin, end, after_last;
};
std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names);
/// True as 1.
std::string code_rows(const Flags& flags, const RowMarks& marks);

/// One line without anything that ends a comment.
std::string comment_text(std::string_view text);
/// Words as lines that each begin with `mark` and hold at most 100 characters.
std::string comment_lines(std::string_view words, const std::string& mark);
/// Every line of the code moved to the right.
std::string indented(const std::string& code, int blanks);

/// Whether words are rows of the program's matrices, as the document writes them, or columns.
bool words_are_rows(const Document& document);
/// The matrix as the document's convention writes it.
Matrix written(const Document& document, const SharedMatrix& matrix);
/// "query x key, 1 is blocked" and the flags as they are written.
std::string mask_words(const Document& document);
Flags written_mask(const Document& document);
/// Which lines of the scores as they are written sum to 1.
bool sums_rows(const Document& document);
/// Which keys each query may not see, in words.
std::string words_about_mask(const Document& document);

/// The words that say what each step does under the document's switches.
std::string words_about(const Document& document, Stage stage);
/// The title, or a name for a document without one.
std::string title_of(const Document& document);
/// "W_Q", or "W_Q_1" of several heads.
std::string weight_name(const Document& document, const std::string& name, std::size_t head);
/// Whether an input is NaN or infinite.
bool has_non_finite_inputs(const Document& document);

std::vector<CodePart> python_parts(const Document& document, Language language);
std::string python_program(const Document& document, Language language);
std::string notebook(const Document& document);
std::string cpp_program(const Document& document);
std::string matlab_program(const Document& document);

} // namespace attn::publish
