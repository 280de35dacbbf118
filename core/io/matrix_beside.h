// SPDX-License-Identifier: MIT
// A matrix in a text is an expression: what stands before and behind the brackets, calls that wrap
// them, factors, divisions, transposition. Only for the readers of brackets and of LaTeX.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// One thing that changes the matrix, in the order in which it does.
struct Operation {
    enum class Kind { Multiply, Divide, Transpose, Reshape };
    Kind kind;
    Real number = 1;             // of Multiply, Divide
    Index rows = 0, columns = 0; // of Reshape; −1: what is left
    std::string sign;            // how the text says it: ".T"
    bool is_numpy = false;       // leaves a list a list, and turns all axes
};

/// A parenthesis that stands open before the matrix.
struct OpenCall {
    enum class Kind { Plain, Wrapper, Transpose, Reshape };
    Kind kind = Kind::Plain;
    std::string name;
    Index rows = 0, columns = 0; // of Matrix(2, 2, […])
    bool is_square = false;      // a bracket of Mathematica: Transpose[
};

struct Before {
    std::string label;          // "w_query"
    std::string form;           // "NumPy array"; empty: nothing says it
    std::vector<OpenCall> open; // the outermost first
    std::vector<Operation> factors;
    std::size_t begin = 0;        // where the expression begins
    bool is_matrix = false;       // a list becomes a matrix of one row: np.matrix([1, 2])
    bool is_column = false;       // or of one column, as SymPy's Matrix([1, 2])
    std::optional<Error> unnamed; // of a list: its label has no sign behind it
};

/// What stands between `from` and the bracket at `at`. A matrix has a name if a sign or a word such
/// as "is" stands between them; anything else beside it is a fault. What stands beside a list may
/// name or number a row, which its neighbours show: then the fault is `unnamed`.
Result<Before> read_before(std::string_view text, std::size_t from, std::size_t at, bool is_list);

struct Beside {
    std::vector<Operation> operations;
    std::size_t end = 0; // where the expression ends
    std::string type;    // as dtype= says
};
/// What stands behind the bracket that ends before `end`. The error says what was not read.
Result<Beside> read_behind(std::string_view text, std::size_t end, const Before& before);

/// Applies the operations to the matrix, and says each: "transposed, as .T says". `is_list`: the
/// brackets were one deep; `is_deep`: there are several matrices.
Result<std::vector<std::string>> apply(const std::vector<Operation>& operations, Matrix& matrix,
                                       bool is_list, bool is_deep);

/// The finite number of a product that can stand before or behind a matrix: "1/np.sqrt(2)", not
/// "2 + 3".
std::optional<Real> scalar(std::string_view text);

/// The calls that only wrap a matrix: "np.array", "torch.tensor", "Matrix".
bool wraps_matrix(std::string_view call);

/// What stands above or below a table of lines and would change it: a factor, a method, an
/// operator. It is not applied there, but a fault; prose and marks of lists are none.
std::optional<Error> changes_table(std::string_view text, std::size_t begin, std::size_t end);

/// "text after the matrix was not read: …" at its place.
Error not_read(std::string_view text, std::size_t at, bool is_before = false);

} // namespace attn::io
