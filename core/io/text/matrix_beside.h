// SPDX-License-Identifier: MIT
// A matrix in a text is an expression: reads what is before and after the brackets, such as
// wrapping calls, factors, divisions and transposition. Only for the readers of brackets and of
// LaTeX.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/text/number_word.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// Interprets words next to a matrix in a text: names, calls, scalars.

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

/// One change of the matrix; they apply in order.
struct Operation {
    enum class Kind { Multiply, Divide, Transpose, Reshape };
    Kind kind;
    Real number = 1;             // for Multiply, Divide
    Index rows = 0, columns = 0; // for Reshape; −1: what is left
    std::string sign;            // as the text writes it: ".T"
    bool is_numpy = false;       // leaves a list a list, and reverses all axes
};

/// A parenthesis that is open before the matrix.
struct OpenCall {
    enum class Kind { Plain, Wrapper, Transpose, Reshape };
    Kind kind = Kind::Plain;
    std::string name;
    Index rows = 0, columns = 0; // for Matrix(2, 2, […])
    bool is_square = false;      // a Mathematica bracket: Transpose[
};

struct Before {
    std::string label;          // "w_query"
    std::string form;           // "NumPy array"; empty: the text does not say
    std::vector<OpenCall> open; // outermost first
    std::vector<Operation> factors;
    std::size_t begin = 0;        // where the expression begins
    bool is_matrix = false;       // a list becomes a matrix of one row: np.matrix([1, 2])
    bool is_column = false;       // or of one column, as SymPy's Matrix([1, 2])
    bool is_r = false;            // the matrix is one of R, and so are the signs behind it
    std::optional<Error> unnamed; // the error of a list whose label has no sign behind it
};

/// Reads the text between `from` and the bracket at `at`. A matrix has a name if a sign or a word
/// such as "is" comes between them; any other text beside it is an error. Text beside a list may
/// name or number a row, which its neighbours show: then the error is only stored in `unnamed`.
Result<Before> read_before(std::string_view text, std::size_t from, std::size_t at, bool is_list);

struct Beside {
    std::vector<Operation> operations;
    std::size_t end = 0; // where the expression ends
    std::string type;    // as dtype= says
};
/// Reads what comes after the bracket that ends before `end`. The error says what was not read.
Result<Beside> read_behind(std::string_view text, std::size_t end, const Before& before);

/// Applies the operations to the matrix, and returns a text for each: "transposed, as .T says".
/// `is_list`: the brackets were one deep; `is_deep`: there are several matrices.
Result<std::vector<std::string>> apply(const std::vector<Operation>& operations, Matrix& matrix,
                                       bool is_list, bool is_deep);

/// Evaluates a finite product that can be before or after a matrix: "1/np.sqrt(2)", not "2 + 3".
std::optional<Real> scalar(std::string_view text);

/// Whether a call only wraps a matrix: "np.array", "torch.tensor", "Matrix".
bool wraps_matrix(std::string_view call);

/// Finds text above or below a plain table that would change it: a factor, a method, an operator.
/// It is not applied there but is an error; prose and list marks are not.
std::optional<Error> changes_table(std::string_view text, std::size_t begin, std::size_t end);

/// Returns the error "text after the matrix was not read: …" with its place.
Error not_read(std::string_view text, std::size_t at, bool is_before = false);

} // namespace attn::io
