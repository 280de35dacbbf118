// SPDX-License-Identifier: MIT
#include "core/io/matrix_beside.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/engine/normalisers.h"
#include "core/io/cell_text.h"
#include "core/io/matrix_words.h"
#include "core/io/text_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace attn::io {
namespace {

constexpr NumberStyle program_style{Marks::Point, false, true};

constexpr std::array<std::string_view, 33> matrix_calls = {"array",
                                                           "asarray",
                                                           "matrix",
                                                           "mat",
                                                           "tensor",
                                                           "Tensor",
                                                           "as_tensor",
                                                           "Matrix",
                                                           "Array",
                                                           "constant",
                                                           "DataFrame",
                                                           "Parameter",
                                                           "Variable",
                                                           "FloatTensor",
                                                           "DoubleTensor",
                                                           "LongTensor",
                                                           "HalfTensor",
                                                           "from_numpy",
                                                           "asmatrix",
                                                           "float32",
                                                           "float64",
                                                           "ImmutableMatrix",
                                                           "MutableDenseMatrix",
                                                           "DeviceArray",
                                                           "convert_to_tensor",
                                                           "list",
                                                           "tuple",
                                                           "SMatrix",
                                                           "double",
                                                           "single",
                                                           "Dense",
                                                           "ascontiguousarray",
                                                           "atleast_2d"};

/// Words that may come right before a matrix without changing it.
constexpr std::array<std::string_view, 23> leading_words = {
    "and",    "array",   "consider", "following", "from",   "given",  "in",    "let",
    "matrix", "numbers", "or",       "print",     "result", "return", "table", "tensor",
    "the",    "this",    "values",   "vector",    "with",   "yield",  "und"};
/// Words that introduce a matrix as an equals sign does.
constexpr std::array<std::string_view, 6> equal_words = {"is",      "are",   "equals",
                                                         "becomes", "gives", "ist"};
/// Words of arithmetic, which change what follows them.
constexpr std::array<std::string_view, 32> changing_words = {
    "adj",     "add",        "adjoint", "cos",     "det",       "diag",       "divided", "double",
    "exp",     "half",       "inv",     "inverse", "ln",        "log",        "minus",   "negative",
    "norm",    "normalized", "over",    "plus",    "rank",      "scaled",     "sin",     "sqrt",
    "squared", "times",      "tr",      "trace",   "transpose", "transposed", "twice",   "vec"};

std::string lower(std::string_view word) {
    std::string text(word);
    for (char& letter : text)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return text;
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char letter : text)
        if (!is_gap(letter) && letter != '\n')
            words.back() += letter;
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
    return words;
}

/// Whether the word changes a matrix; so do the functions of normalisers: "softmax".
bool changes_matrix(std::string_view word) {
    return is_one_of(changing_words, word) ||
           std::any_of(normalisers.begin(), normalisers.end(),
                       [&](const NormaliserInfo& one) { return word == one.function; });
}

/// Whether it is a word of a sentence: two letters or more, and nothing else.
bool is_plain_word(std::string_view word) {
    const bool are_letters = std::all_of(word.begin(), word.end(), [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
    });
    return are_letters && first_character(word).length < word.size() &&
           !changes_matrix(lower(word));
}

/// Whether a scalar can be multiplied as it is: "1/2" is one product, "2 + 3" is not.
bool is_product(std::string_view scalar) {
    int depth = 0;
    char last = '\0'; // the previous character that is not a space
    for (std::size_t at = 0; at < scalar.size(); ++at) {
        const char letter = scalar[at];
        depth += letter == '(' || letter == '[' ? 1 : letter == ')' || letter == ']' ? -1 : 0;
        const bool is_sum = letter == '+' || letter == '-' || scalar.substr(at).starts_with("−");
        const bool is_exponent = at > 0 && (scalar[at - 1] == 'e' || scalar[at - 1] == 'E') &&
                                 at > 1 && (is_numeral(scalar[at - 2]) || scalar[at - 2] == '.');
        const bool has_left =
            last != '\0' && std::string_view("*/^(").find(last) == std::string_view::npos;
        if (depth == 0 && is_sum && has_left && !is_exponent)
            return false;
        if (!is_gap(letter))
            last = letter;
    }
    return true;
}

} // namespace

std::string_view without_blanks_behind(std::string_view text) {
    const auto last = text.find_last_not_of(" \t\r\n\\");
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

std::string_view last_name(std::string_view call) {
    return call.substr(call.rfind('.') == std::string_view::npos ? 0 : call.rfind('.') + 1);
}

bool changes_nothing(std::string_view head) {
    constexpr std::array<std::string_view, 6> heads = {"N",      "MatrixForm",  "TableForm",
                                                       "Normal", "SparseArray", "Print"};
    return is_one_of(heads, head);
}

bool are_plain_words(std::string_view words) {
    const std::vector<std::string> list = split_words(words);
    return std::all_of(list.begin(), list.end(),
                       [](const std::string& word) { return is_plain_word(word); });
}

bool speaks_of_matrix(std::string_view words) {
    const std::vector<std::string> list = split_words(words);
    if (list.empty())
        return true;
    const std::string last = lower(list.back());
    if (is_one_of(equal_words, last))
        return std::none_of(list.begin(), list.end(),
                            [](const std::string& word) { return changes_matrix(lower(word)); });
    return is_one_of(leading_words, last) && are_plain_words(words);
}

std::string_view without_equal_word(std::string_view words) {
    words = trimmed(words);
    const auto last = words.find_last_of(" \t\n");
    const bool is_equal =
        last != std::string_view::npos && is_one_of(equal_words, lower(words.substr(last + 1)));
    return is_equal ? trimmed(words.substr(0, last)) : words;
}

std::size_t scalar_begin(std::string_view text) {
    int depth = 0;
    for (std::size_t at = text.size(); at > 0; --at) {
        const char letter = text[at - 1];
        if (letter == ')' || letter == ']')
            ++depth;
        else if (letter == '(' || letter == '[') {
            if (depth == 0)
                return at;
            --depth;
        } else if (depth == 0 &&
                   std::string_view("=:,;{}>|&\"`\n$").find(letter) != std::string_view::npos) {
            return at;
        }
    }
    return 0;
}

std::optional<Real> scalar(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("return "))
        text = trimmed(text.substr(7));
    if (text.empty() || !is_product(text))
        return std::nullopt;
    const auto read = read_number(text, program_style);
    return read && std::isfinite(read->value) ? std::optional(read->value) : std::nullopt;
}

bool wraps_matrix(std::string_view call) {
    return is_one_of(matrix_calls, last_name(call));
}

std::optional<Error> changes_table(std::string_view text, std::size_t begin, std::size_t end) {
    const std::string_view before = without_blanks_behind(text.substr(0, begin));
    if (!before.empty() && std::string_view("*/@(").find(before.back()) != std::string_view::npos) {
        const std::size_t first = scalar_begin(before.substr(0, before.size() - 1));
        const std::string_view factor = before.substr(first, before.size() - 1 - first);
        if (before.back() == '@' || before.back() == '(' || scalar(factor))
            return not_read(before, first, true);
    }
    const auto next = text.find_first_not_of(" \t\r\n", end);
    if (next == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(next);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const bool is_method = rest.size() > 1 && rest[0] == '.' && is_of_name(rest[1]);
    const bool is_operator =
        std::string_view("*/+-").find(rest[0]) != std::string_view::npos && scalar(line.substr(1));
    if (is_method || is_operator || rest[0] == '@' || rest[0] == '^' || rest.starts_with("'"))
        return not_read(text, next);
    return std::nullopt;
}

Error not_read(std::string_view text, std::size_t at, bool is_before) {
    std::string_view rest = text.substr(std::min(at, text.size()));
    rest = trimmed(rest.substr(0, is_before ? rest.size() : rest.find('\n')));
    const bool may_be_name =
        is_before && rest.find_first_of("+-*/@^%<>=()[]{}!&~|\n") == std::string_view::npos &&
        !scalar(rest);
    return Error{std::string(is_before ? "text before" : "text after") +
                     " the matrix was not read: " + cite(rest) +
                     (may_be_name
                          ? "; write = behind it if it is the name of the matrix, its number if "
                            "it is a factor"
                          : "; factors, divisions by numbers and transposition are"),
                 place_in(text, at)};
}

Result<std::vector<std::string>> apply(const std::vector<Operation>& operations, Matrix& matrix,
                                       bool is_list, bool is_deep) {
    std::vector<std::string> said;
    for (const Operation& operation : operations)
        switch (operation.kind) {
        case Operation::Kind::Multiply:
            matrix *= operation.number;
            said.push_back("multiplied by " + shortest(operation.number) + ", as the text says");
            break;
        case Operation::Kind::Divide:
            matrix /= operation.number;
            said.push_back("divided by " + shortest(operation.number) + ", as the text says");
            break;
        case Operation::Kind::Transpose:
            if (is_deep && operation.is_numpy)
                return Error{operation.sign + " turns all axes of an array of more than two; "
                                              "copy its matrices one by one"};
            if (is_list && operation.is_numpy) {
                said.push_back(operation.sign + " leaves a list as it is");
                break;
            }
            matrix.transposeInPlace();
            said.push_back("transposed, as " + operation.sign + " says");
            break;
        case Operation::Kind::Reshape: {
            const Index rows = operation.rows > 0
                                   ? operation.rows
                                   : matrix.size() / std::max<Index>(operation.columns, 1);
            const Index columns = operation.columns > 0 ? operation.columns
                                                        : matrix.size() / std::max<Index>(rows, 1);
            if (is_deep || rows * columns != matrix.size())
                return Error{operation.sign + " cannot make " + std::to_string(rows) + " × " +
                             std::to_string(columns) + " of " + std::to_string(matrix.size()) +
                             " numbers"};
            matrix = Matrix(matrix.reshaped<Eigen::RowMajor>(rows, columns));
            is_list = false;
            said.push_back("made " + std::to_string(rows) + " × " + std::to_string(columns) +
                           ", as " + operation.sign + " says");
            break;
        }
        }
    return said;
}

} // namespace attn::io
