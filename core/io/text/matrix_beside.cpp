// SPDX-License-Identifier: MIT
#include "core/io/text/matrix_beside.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/engine/numbers/normalisers.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/number_spelling.h"
#include "core/io/text/text_place.h"

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

namespace {

constexpr std::array<std::string_view, 9> shown_calls = {
    "print", "display", "disp", "repr", "str", "pprint", "show", "println", "format"};

bool is_call_of_transposing(std::string_view call) {
    const std::string_view name = last_name(call);
    return name == "transpose" || name == "Transpose" || name == "t";
}

/// Finds the last parenthesis that is never closed; npos: none. Skips quotes.
std::size_t open_parenthesis(std::string_view text) {
    std::vector<std::size_t> open;
    char quote = '\0';
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (quote != '\0') {
            quote = letter == quote ? '\0' : quote;
            continue;
        }
        const bool begins_word = at == 0 || !is_of_name(text[at - 1]);
        if (letter == '"' || (letter == '\'' && begins_word))
            quote = text.find(letter, at + 1) == std::string_view::npos ? '\0' : letter;
        else if (letter == '(')
            open.push_back(at);
        else if (letter == ')' && !open.empty())
            open.pop_back();
    }
    return open.empty() ? std::string_view::npos : open.back();
}

/// Returns the name right before the parenthesis at `open`: "np.array".
std::string_view call_before(std::string_view text, std::size_t open) {
    std::size_t begin = open;
    while (begin > 0 && (is_of_name(text[begin - 1]) || text[begin - 1] == '.'))
        --begin;
    return text.substr(begin, open - begin);
}

/// Returns the length in bytes of a multiplication sign at the end of the text; 0: none.
std::size_t multiplication_at_end(std::string_view text) {
    for (const std::string_view sign : {".*", "*", "×", "·", "⋅"})
        if (text.ends_with(sign))
            // "2.*x" is the number 2. in Python and 2 in MATLAB, which is the same.
            return sign == ".*" && text.size() > 2 && is_numeral(text[text.size() - 3])
                       ? 1
                       : sign.size();
    return 0;
}

/// Returns "w_query" for "w_query =".
std::string label_of(std::string_view before) {
    before = trimmed(before);
    const auto is_sign = [](char letter) {
        return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' ||
               letter == '=' || letter == ':' || letter == ',' || letter == '(' || letter == ')' ||
               letter == '{' || letter == '"' || letter == '\'' || letter == ';' || letter == '}' ||
               letter == ']';
    };
    while (!before.empty() && is_sign(before.front()))
        before.remove_prefix(1);
    while (!before.empty() &&
           (is_sign(before.back()) && before.back() != ')' && before.back() != ']'))
        before.remove_suffix(1);
    constexpr std::size_t longest = 80; // for several words; a single word is a name at any length
    const bool is_sentence =
        before.size() > longest && before.find_first_of(" \t") != std::string_view::npos;
    return is_sentence ? std::string() : valid_utf8(before);
}

std::string form_of(std::string_view call) {
    const std::string_view name = last_name(call);
    if (call.starts_with("tf.") || name == "constant" || name == "Variable")
        return "TensorFlow tensor";
    if (name == "tensor" || name.ends_with("Tensor") || name == "as_tensor" || name == "Parameter")
        return "PyTorch tensor";
    if (call.starts_with("jnp.") || name == "Array" || name == "DeviceArray")
        return "JAX array";
    if (name == "Matrix" || name.ends_with("Matrix") || name == "MutableDenseMatrix")
        return "SymPy matrix";
    return name == "DataFrame" || name == "list" || name == "tuple" ? "" : "NumPy array";
}

/// Finds where the text before a bracket begins: on its line, or above if the line above continues.
std::size_t begin_before(std::string_view text, std::size_t from, std::size_t at) {
    constexpr std::size_t longest =
        400; // so that a long line is not searched again for each bracket
    constexpr int most_lines = 6;
    const std::size_t lowest = std::max(std::min(from, at), at > longest ? at - longest : 0);
    const auto line_begin = [&](std::size_t end) {
        const auto line = text.substr(0, end).rfind('\n');
        return std::max(lowest, line == std::string_view::npos ? 0 : line + 1);
    };
    std::size_t begin = line_begin(at);
    for (int line = 0; line < most_lines && begin > lowest; ++line) {
        const std::string_view above = without_blanks_behind(text.substr(lowest, begin - lowest));
        if (above.empty())
            return begin;
        const std::size_t sign = multiplication_at_end(above);
        const std::string_view factor = above.substr(0, above.size() - sign);
        const bool goes_on =
            above.back() == '(' || (sign > 0 && scalar(factor.substr(scalar_begin(factor))));
        if (!goes_on)
            return begin;
        begin = line_begin(lowest + above.size());
    }
    return begin;
}

/// Parses what is before a bracket, from right to left.
class BeforeReader {
public:
    BeforeReader(std::string_view text, std::size_t from, std::size_t at, bool is_list)
        : text_(text), begin_(begin_before(text, from, at)), at_(at), is_list_(is_list) {
        rest_ = text.substr(begin_, at - begin_);
    }

    Result<Before> read() {
        while (true) {
            const bool is_adjacent = rest_.size() == without_blanks_behind(rest_).size();
            rest_ = without_blanks_behind(rest_);
            if (rest_.empty())
                return done("");
            if (rest_.back() == '(') {
                const auto taken = open();
                if (!taken)
                    return taken.error();
                if (*taken)
                    return done("");
                continue;
            }
            if (text_[at_] == '{' && (rest_.back() == '[' || rest_.back() == '@')) {
                if (const auto taken = head(); !taken)
                    return taken.error();
                continue;
            }
            if (rest_.back() == '=') {
                const auto taken = equals();
                if (!taken)
                    return taken.error();
                if (!*taken)
                    return done(label_of(rest_));
                continue;
            }
            if (rest_.back() == ',') {
                const auto taken = comma();
                if (!taken)
                    return taken.error();
                if (!*taken)
                    return done(label_of(rest_));
                continue;
            }
            if (const std::size_t sign = multiplication_at_end(rest_); sign > 0) {
                rest_.remove_suffix(sign);
                const std::size_t first = scalar_begin(rest_);
                const auto number = scalar(rest_.substr(first));
                if (!number)
                    return fault(first);
                before_.factors.push_back({Operation::Kind::Multiply, *number, 0, 0, "", false});
                rest_ = rest_.substr(0, first);
                is_factor_ = true;
                continue;
            }
            if (const auto sign = sign_at_end(); sign) {
                if (!may_be_sign(is_adjacent))
                    return fault(scalar_begin(rest_));
                rest_.remove_suffix(rest_.ends_with("−") ? std::string_view("−").size() : 1);
                if (*sign < 0)
                    before_.factors.push_back({Operation::Kind::Multiply, -1, 0, 0, "", false});
                continue;
            }
            if (rest_.back() == '>' && is_comparison(is_adjacent))
                return fault(scalar_begin(rest_.substr(0, rest_.size() - 1)));
            constexpr std::string_view operators = "/@^%+&~<";
            if (operators.find(rest_.back()) != std::string_view::npos || rest_.ends_with("÷"))
                return fault(scalar_begin(rest_));
            return label(is_adjacent);
        }
    }

private:
    Error fault(std::size_t at) const {
        while (at < rest_.size() && (is_gap(rest_[at]) || rest_[at] == '\n'))
            ++at;
        return not_read(text_.substr(0, at_), begin_ + at, true);
    }
    Before done(std::string label) {
        before_.label = std::move(label);
        before_.begin = begin_ + rest_.size();
        std::reverse(before_.open.begin(), before_.open.end());
        return std::move(before_);
    }

    /// Reads a Mathematica head: "Transpose[" or "Transpose@".
    Result<> head() {
        const bool is_square = rest_.back() == '[';
        const std::string_view left = without_blanks_behind(rest_.substr(0, rest_.size() - 1));
        const std::string_view name = call_before(left, left.size());
        if (!changes_nothing(name) && name != "Transpose")
            return fault(left.size() - name.size());
        const bool is_transposing = name == "Transpose";
        if (is_square)
            before_.open.push_back(
                {is_transposing ? OpenCall::Kind::Transpose : OpenCall::Kind::Wrapper,
                 std::string(name), 0, 0, true});
        else if (is_transposing)
            before_.factors.push_back(
                {Operation::Kind::Transpose, 1, 0, 0, std::string(name), false});
        rest_ = left.substr(0, left.size() - name.size());
        return Nothing{};
    }

    /// Reads a parenthesis and its call. Returns true if nothing further left belongs to the
    /// matrix.
    Result<bool> open() {
        const std::size_t at = rest_.size() - 1;
        const std::string_view call = call_before(rest_, at);
        const std::string_view name = last_name(call);
        OpenCall open{OpenCall::Kind::Plain, std::string(call), 0, 0, false};
        if (is_one_of(shown_calls, name)) {
            before_.open.push_back(open);
            return true;
        }
        if (is_call_of_transposing(call))
            open.kind = OpenCall::Kind::Transpose;
        else if (wraps_matrix(call))
            open.kind = OpenCall::Kind::Wrapper;
        else if (!call.empty())
            return fault(at - call.size());
        if (before_.form.empty() && open.kind == OpenCall::Kind::Wrapper)
            before_.form = form_of(call);
        constexpr std::array<std::string_view, 5> of_matrices = {"mat", "matrix", "asmatrix",
                                                                 "bmat", "atleast_2d"};
        before_.is_matrix = before_.is_matrix || is_one_of(of_matrices, name);
        before_.is_column =
            before_.is_column ||
            (open.kind == OpenCall::Kind::Wrapper &&
             (name == "Matrix" || name == "ImmutableMatrix" || name == "MutableDenseMatrix"));
        before_.open.push_back(open);
        rest_ = rest_.substr(0, at - call.size());
        return false;
    }

    /// Reads an equals sign: of an argument (true, and it is skipped) or after a name.
    Result<bool> equals() {
        const std::string_view left = without_blanks_behind(rest_.substr(0, rest_.size() - 1));
        if (!left.empty() &&
            std::string_view("+-*/@=!<>^%").find(left.back()) != std::string_view::npos)
            return fault(scalar_begin(left.substr(0, left.size() - 1)));
        std::size_t begin = left.size();
        while (begin > 0 && is_of_name(left[begin - 1]))
            --begin;
        const std::string_view name = left.substr(begin);
        // <tf.Tensor: shape=(2, 2), dtype=float32, numpy=array(…)>
        if (const auto tag = left.rfind('<'); name == "numpy" && tag != std::string_view::npos) {
            before_.form = "TensorFlow tensor";
            rest_ = rest_.substr(0, tag);
            return true;
        }
        const std::size_t open = open_parenthesis(left);
        if (open == std::string_view::npos)
            return false;
        // A list or a dictionary names its entries.
        const std::string_view call = call_before(left, open);
        if ((call == "list" || call == "dict") && begin < left.size()) {
            rest_ = rest_.substr(begin);
            begin_ += begin;
            return false;
        }
        constexpr std::array<std::string_view, 6> arguments = {"object",        "data",  "value",
                                                               "initial_value", "input", "values"};
        if (!is_one_of(arguments, name) ||
            !trimmed(left.substr(open + 1, begin - open - 1)).empty())
            return fault(open - call_before(left, open).size());
        rest_ = left.substr(0, begin);
        return true;
    }

    /// Reads a comma: of SymPy's Matrix(2, 2, […]) (true), of another call, or between items.
    Result<bool> comma() {
        const std::size_t open = open_parenthesis(rest_);
        if (open == std::string_view::npos)
            return false;
        const std::string_view call = call_before(rest_, open), name = last_name(call);
        if (call.empty() || is_one_of(shown_calls, name)) {
            rest_ = {};
            return false;
        }
        const std::string_view inside = rest_.substr(open + 1, rest_.size() - open - 2);
        const auto middle = inside.find(',');
        const auto whole = [](std::string_view text) -> Index {
            const auto read = parse_whole(trimmed(text), "", 1, 1 << 20);
            return read ? static_cast<Index>(*read) : 0;
        };
        const Index rows = whole(inside.substr(0, middle));
        const Index columns =
            middle == std::string_view::npos ? 0 : whole(inside.substr(middle + 1));
        if (name != "Matrix" || rows == 0 || columns == 0)
            return fault(open - call.size());
        before_.form = "SymPy matrix";
        before_.open.push_back({OpenCall::Kind::Reshape, std::string(call), rows, columns, false});
        rest_ = rest_.substr(0, open - call.size());
        return true;
    }

    std::optional<Real> sign_at_end() const {
        if (rest_.back() == '-' || rest_.ends_with("−"))
            return -1;
        return rest_.back() == '+' ? std::optional<Real>(1) : std::nullopt;
    }
    /// Whether a minus is a sign: nothing to the left can be subtracted from. At the beginning of a
    /// line and before a space it may be a list mark.
    bool may_be_sign(bool is_adjacent) const {
        const std::string_view left = without_blanks_behind(rest_.substr(
            0, rest_.size() - (rest_.ends_with("−") ? std::string_view("−").size() : 1)));
        if (left.empty())
            return is_adjacent || is_factor_;
        return std::string_view("=(:,{[>").find(left.back()) != std::string_view::npos;
    }

    /// Whether a ">" compares what is left of it on its line with the matrix. Others end an arrow,
    /// a tag or a prompt, or quote a mail: "->", "<b>", "julia> ", "> ".
    bool is_comparison(bool is_adjacent) const {
        std::string_view left = rest_.substr(0, rest_.size() - 1);
        left = left.substr(left.rfind('\n') + 1);
        const std::string_view compared = without_blanks_behind(left);
        if (compared.empty() ||
            std::string_view("-=>:.|").find(compared.back()) != std::string_view::npos)
            return false;
        const auto tag = left.rfind('<');
        if (tag != std::string_view::npos && tag + 1 < left.size() && !is_gap(left[tag + 1]))
            return false;
        return compared.size() < left.size() || is_adjacent;
    }

    Result<Before> label(bool is_adjacent) {
        const std::size_t first = scalar_begin(rest_);
        const std::string_view words = trimmed(rest_.substr(first));
        if (words.empty() || speaks_of_matrix(words))
            return done(label_of(without_equal_word(rest_)));
        const auto number = scalar(words);
        if (!number || !is_adjacent) {
            if (!is_list_ || (number && (first > 0 || *number != std::floor(*number))))
                return fault(first);
            before_.unnamed = fault(first);
            return done(label_of(rest_));
        }
        before_.factors.push_back({Operation::Kind::Multiply, *number, 0, 0, "", false});
        rest_ = rest_.substr(0, first);
        return read();
    }

    std::string_view text_;
    std::size_t begin_, at_;
    bool is_list_;
    bool is_factor_ = false;
    std::string_view rest_; // from begin_ on, what is not parsed yet
    Before before_;
};

} // namespace

Result<Before> read_before(std::string_view text, std::size_t from, std::size_t at, bool is_list) {
    return BeforeReader(text, from, at, is_list).read();
}

namespace {

/// Reads what comes after a matrix.
class BehindReader {
public:
    BehindReader(std::string_view text, std::size_t at, const Before& before)
        : text_(text), at_(at), open_(before.open), is_r_(before.is_r) {
        const char quote = before.begin > 0 ? text[before.begin - 1] : '\0';
        is_braced_ = at > 0 && text[at - 1] == '}';
        is_quoted_ = quote == '\'' || quote == '"';
        constexpr std::size_t longest = 400; // what may stand in <tf.Tensor: …, numpy= before
        const std::size_t first = std::min(at, before.begin > longest ? before.begin - longest : 0);
        const auto angle = text.substr(first, at - first).find_last_of("<>");
        is_in_angle_ = angle != std::string_view::npos && text[first + angle] == '<';
    }

    Result<Beside> read() {
        while (true) {
            const bool is_adjacent = at_ == 0 || !is_gap(text_[at_ - 1]);
            if (at_ >= text_.size())
                return done();
            if (is_gap(text_[at_])) {
                ++at_;
                continue;
            }
            if (text_[at_] == '\n') {
                const auto next = line_end();
                if (!next)
                    return next.error();
                if (*next)
                    return done();
                continue;
            }
            const auto step = this->step(is_adjacent);
            if (!step)
                return step.error();
            if (*step)
                return done();
        }
    }

private:
    bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    Error fault(std::size_t at) const { return not_read(text_, at); }
    Result<Beside> done() {
        for (const OpenCall& open : open_)
            if (open.kind == OpenCall::Kind::Transpose || open.kind == OpenCall::Kind::Reshape)
                return Error{"the parenthesis of " + open.name + " is never closed",
                             place_in(text_, at_)};
        beside_.end = at_;
        return std::move(beside_);
    }
    void add(Operation::Kind kind, Real number, std::string sign, bool is_numpy = false) {
        beside_.operations.push_back({kind, number, 0, 0, std::move(sign), is_numpy});
    }

    /// Handles the end of a line; returns true if the expression ends with it.
    Result<bool> line_end() {
        const auto next = text_.find_first_not_of(" \t\r\n", at_);
        if (next == std::string_view::npos)
            return true;
        if (!open_.empty()) {
            // Within parentheses the expression continues on the next line; in prose they may never
            // be closed.
            const bool goes_on =
                std::string_view("),.*/'").find(text_[next]) != std::string_view::npos ||
                (is_r_ && is_sign_of_r(text_[next])) ||
                (text_[next] == ']' && open_.back().is_square);
            if (goes_on)
                at_ = next;
            return !goes_on;
        }
        const std::string_view rest = text_.substr(next);
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (rest.size() > 1 && rest[0] == '.' && is_of_name(rest[1]) && !is_numeral(rest[1])) {
            at_ = next;
            return false;
        }
        if ((rest[0] == '*' || rest[0] == '/') && scalar(line.substr(1))) {
            at_ = next;
            return false;
        }
        if (is_r_ && (rest[0] == '%' || rest.starts_with("|>")))
            return fault(next);
        if (rest[0] == ')') { // closes a parenthesis that was opened far above
            const auto after = rest.find_first_not_of(") \t");
            if (after != std::string_view::npos &&
                std::string_view(".*/'^@").find(rest[after]) != std::string_view::npos)
                return fault(next);
        }
        return true;
    }

    /// What R computes with a matrix: %*%, %/%, %>%, |>, $a, > 1, & x.
    static bool is_sign_of_r(char letter) {
        return std::string_view("%|&$<>").find(letter) != std::string_view::npos;
    }
    /// Whether the text continues with an operator of R between two %, with the rest of a division
    /// as Python writes it, or with a comparison. "% text" is a comment of MATLAB, and ">" may
    /// close <tf.Tensor: ….
    bool is_operator() const {
        if (starts("%*%") || starts("%o%") || starts("%in%"))
            return true;
        const bool is_rest = starts("%"), is_comparison = starts(">");
        if (!is_rest && !is_comparison)
            return false;
        std::string_view right = text_.substr(at_ + 1);
        right = trimmed(right.substr(0, right.find('\n')));
        if (is_comparison && right.starts_with('='))
            return true;
        if (right.starts_with('-') || right.starts_with('+'))
            right = trimmed(right.substr(1));
        const std::size_t digits = std::min(right.find_first_not_of("0123456789."), right.size());
        if (right.substr(0, digits).find_first_of("0123456789") == std::string_view::npos)
            return is_comparison && !is_in_angle_ && !right.empty() &&
                   (begins_name(right[0]) ||
                    std::string_view("([{").find(right[0]) != std::string_view::npos);
        const std::string_view behind = trimmed(right.substr(digits));
        return is_comparison || behind.empty() || !begins_name(behind[0]) || scalar(right);
    }

    Result<bool> step(bool is_adjacent) {
        const char letter = text_[at_];
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        const bool is_square = !open_.empty() && open_.back().is_square;
        if (letter == ')' || (letter == ']' && is_square))
            return close();
        if (is_braced_ && (is_square || letter != ','))
            if (const auto taken = mathematica(); !taken || *taken)
                return taken ? Result<bool>(false) : taken.error();
        const bool is_range = is_r_ && letter == ':' &&
                              (begins_name(next) || is_numeral(next) || next == '-' || next == '(');
        if ((is_r_ && is_sign_of_r(letter)) || is_range || is_operator())
            return fault(at_);
        if (letter == ',') {
            const bool is_argument = !open_.empty() && open_.back().kind != OpenCall::Kind::Plain;
            if (!is_argument)
                return true;
            const auto taken = arguments();
            return taken ? Result<bool>(false) : taken.error();
        }
        if (letter == '.' && (next == '*' || next == '/' || next == '\'')) {
            ++at_;
            return step(true);
        }
        if (letter == '.' && is_of_name(next) && !is_numeral(next))
            return method();
        if (letter == '\'' && !is_quoted_) {
            if (!is_adjacent)
                return fault(at_);
            ++at_;
            add(Operation::Kind::Transpose, 1, "'");
            return false;
        }
        for (const std::string_view sign :
             {"^\\top", "^{\\top}", "^T", "^{T}", "^{\\mathsf{T}}", "^\\intercal", "^{\\intercal}",
              "^⊤", "ᵀ", "⊤", "\\[Transpose]", "^\\mathsf{T}", "^{\\mathsf T}", "^\\mathrm{T}",
              "^{\\mathrm{T}}"})
            if (starts(sign) && !(is_of_name(sign.back()) && at_ + sign.size() < text_.size() &&
                                  is_of_name(text_[at_ + sign.size()]))) {
                at_ += sign.size();
                add(Operation::Kind::Transpose, 1, std::string(sign));
                return false;
            }
        if ((letter == '*' && next != '*') || letter == '/' || starts("×") || starts("·") ||
            starts("÷"))
            return product();
        if (letter == '(')
            return shape();
        if (letter == '[' && !is_adjacent) // another array, as print(Q, K) shows them
            return true;
        if (letter == '.' ||
            std::string_view(";#%$\"'`]}>|&:\\").find(letter) != std::string_view::npos)
            return letter == '\\' && next != ']' && next != ')' && next != '\\'
                       ? Result<bool>(fault(at_))
                       : Result<bool>(true);
        return fault(at_);
    }

    /// Reads what Mathematica writes after a matrix; returns true if it did.
    Result<bool> mathematica() {
        const char letter = text_[at_];
        if (letter == ',') { // the digits of N[…, 20]
            const auto end = text_.find(']', at_);
            const std::string_view digits =
                end == std::string_view::npos ? "" : trimmed(text_.substr(at_ + 1, end - at_ - 1));
            if (open_.back().name != "N" || digits.empty() ||
                digits.find_first_not_of("0123456789") != std::string_view::npos)
                return fault(at_);
            at_ = end;
            return true;
        }
        if (starts("//")) {
            std::size_t begin = at_ + 2;
            while (begin < text_.size() && is_gap(text_[begin]))
                ++begin;
            std::size_t end = begin;
            while (end < text_.size() && is_of_name(text_[end]))
                ++end;
            const std::string_view head = text_.substr(begin, end - begin);
            if (head != "Transpose" && !changes_nothing(head))
                return fault(at_);
            if (head == "Transpose")
                add(Operation::Kind::Transpose, 1, "Transpose");
            at_ = end;
            return true;
        }
        // A dot is a product unless it ends a sentence.
        const auto next = text_.find_first_not_of(" \t\r", at_ + 1);
        const bool is_product =
            letter == '.' && next != std::string_view::npos && text_[next] != '\n';
        return is_product ? Result<bool>(fault(at_)) : Result<bool>(false);
    }

    Result<bool> close() {
        if (open_.empty())
            return true;
        const OpenCall open = open_.back();
        open_.pop_back();
        ++at_;
        if (open.kind == OpenCall::Kind::Transpose)
            add(Operation::Kind::Transpose, 1, open.name, true);
        if (open.kind == OpenCall::Kind::Reshape)
            beside_.operations.push_back(
                {Operation::Kind::Reshape, 1, open.rows, open.columns, open.name, false});
        return false;
    }

    /// Finds the end of an argument that begins here: before a comma or the closing parenthesis.
    std::size_t argument_end() const {
        std::size_t at = at_;
        std::string stack;
        for (; at < text_.size(); ++at) {
            const char letter = text_[at];
            if (stack.empty() && (letter == ',' || letter == ')'))
                return at;
            if (!stack.empty() && letter == stack.back()) {
                stack.pop_back();
                continue;
            }
            if (!stack.empty() && (stack.back() == '\'' || stack.back() == '"'))
                continue;
            const auto open = std::string_view("([{<'\"").find(letter);
            if (open != std::string_view::npos)
                stack += ")]}>'\""[open];
        }
        return at;
    }
    static bool is_type(std::string_view word) {
        const std::string name(last_name(word));
        std::string plain;
        for (const char letter : name)
            if (letter != '\'' && letter != '"')
                plain += letter;
        for (const std::string_view type : {"float", "int", "uint", "bool", "double", "half",
                                            "bfloat", "single", "long", "complex"})
            if (plain.starts_with(type))
                return true;
        return false;
    }

    /// Reads the arguments after the matrix, up to the parenthesis that closes the call.
    Result<> arguments() {
        constexpr std::array<std::string_view, 17> known = {
            "dtype", "device",    "requires_grad", "grad_fn", "copy",      "order",
            "ndmin", "index",     "columns",       "layout",  "weak_type", "subok",
            "name",  "trainable", "names",         "like",    "pin_memory"};
        while (at_ < text_.size() && text_[at_] == ',') {
            ++at_;
            while (at_ < text_.size() && (is_gap(text_[at_]) || text_[at_] == '\n'))
                ++at_;
            if (at_ < text_.size() && text_[at_] == ')')
                return Nothing{};
            const std::size_t end = argument_end();
            const std::string_view argument = text_.substr(at_, end - at_);
            const auto equal = argument.find('=');
            const std::string_view name = trimmed(argument.substr(0, equal));
            const std::string_view value =
                equal == std::string_view::npos ? name : trimmed(argument.substr(equal + 1));
            if (equal == std::string_view::npos ? !is_type(value) : !is_one_of(known, name))
                return fault(at_);
            if (name == "dtype" || equal == std::string_view::npos)
                beside_.type = std::string(value);
            at_ = end;
            while (at_ < text_.size() && (is_gap(text_[at_]) || text_[at_] == '\n'))
                ++at_;
        }
        return Nothing{};
    }

    Result<bool> method() {
        const std::size_t begin = at_;
        std::size_t end = at_ + 1;
        while (end < text_.size() && is_of_name(text_[end]))
            ++end;
        const std::string name(text_.substr(begin, end - begin));
        if (end >= text_.size() || text_[end] != '(') {
            if (name != ".T" && name != ".mT")
                return fault(begin);
            add(Operation::Kind::Transpose, 1, name, name == ".T");
            at_ = end;
            return false;
        }
        const auto close = closing(text_, end);
        if (close == std::string_view::npos)
            return fault(begin);
        std::string inside;
        for (const char letter : text_.substr(end + 1, close - end - 1))
            if (!is_gap(letter) && letter != '\n')
                inside += letter;
        at_ = close + 1;
        constexpr std::array<std::string_view, 10> unchanged = {
            ".numpy",      ".detach", ".cpu",  ".cuda",   ".clone",
            ".contiguous", ".tolist", ".copy", ".double", ".float"};
        if (name == ".t" || (name == ".transpose" &&
                             (inside.empty() || inside == "0,1" || inside == "1,0" ||
                              inside == "-1,-2" || inside == "-2,-1" || inside == "(1,0)"))) {
            const bool is_of_last_axes = inside == "-1,-2" || inside == "-2,-1";
            add(Operation::Kind::Transpose, 1, name + "(" + inside + ")", !is_of_last_axes);
            return false;
        }
        if (name == ".reshape" || name == ".view") {
            if (inside.starts_with("(") || inside.starts_with("["))
                inside = inside.substr(1, inside.size() - 2);
            const auto comma = inside.find(',');
            const auto side = [](const std::string& text) -> Index {
                const auto read = parse_whole(text, "", -1, 1 << 20);
                return read && *read != 0 ? static_cast<Index>(*read) : 0;
            };
            const Index rows = side(inside.substr(0, comma));
            const Index columns = comma == std::string::npos ? 0 : side(inside.substr(comma + 1));
            if (rows == 0 || columns == 0)
                return fault(begin);
            beside_.operations.push_back({Operation::Kind::Reshape, 1, rows, columns, name, false});
            return false;
        }
        const bool is_float_type = (name == ".astype" || name == ".to" || name == ".type") &&
                                   inside.find("int") == std::string::npos &&
                                   inside.find("bool") == std::string::npos &&
                                   inside.find("long") == std::string::npos;
        const bool is_same = is_float_type || name == ".requires_grad_" ||
                             (is_one_of(unchanged, name) && inside.empty());
        return is_same ? Result<bool>(false) : Result<bool>(fault(begin));
    }

    /// Reads a multiplication or division by a scalar.
    Result<bool> product() {
        const std::size_t begin = at_;
        const bool is_division = text_[at_] == '/' || starts("÷");
        at_ += first_character(text_.substr(at_)).length;
        std::size_t end = at_;
        int depth = 0;
        bool has_left = false; // an operand comes before, so that + or - ends the scalar
        for (; end < text_.size(); ++end) {
            const char letter = text_[end];
            if (letter == '(' || letter == '[')
                ++depth;
            if ((letter == ')' || letter == ']') && --depth < 0)
                break;
            if (depth > 0) {
                has_left = true;
                continue;
            }
            const bool is_power = letter == '*' && end + 1 < text_.size() && text_[end + 1] == '*';
            if (is_power) {
                ++end;
                has_left = false;
                continue;
            }
            const bool is_exponent = end > at_ + 1 &&
                                     (text_[end - 1] == 'e' || text_[end - 1] == 'E') &&
                                     (is_numeral(text_[end - 2]) || text_[end - 2] == '.');
            if (std::string_view("\n,;#*/@$&\"'`").find(letter) != std::string_view::npos ||
                ((letter == '+' || letter == '-') && has_left && !is_exponent))
                break;
            if (letter == '^')
                has_left = false;
            else if (!is_gap(letter) && letter != '-' && letter != '+')
                has_left = true;
        }
        const auto number = scalar(text_.substr(at_, end - at_));
        if (!number || (is_division && *number == 0))
            return fault(begin);
        add(is_division ? Operation::Kind::Divide : Operation::Kind::Multiply, *number, "");
        at_ = end;
        return false;
    }

    /// Reads the shape that programs print next to an array: "(4, 3)".
    Result<bool> shape() {
        const auto close = closing(text_, at_);
        const std::string_view inside = close == std::string_view::npos
                                            ? std::string_view()
                                            : text_.substr(at_ + 1, close - at_ - 1);
        if (inside.empty() || inside.find_first_not_of("0123456789, ") != std::string_view::npos)
            return fault(at_);
        at_ = close + 1;
        return true;
    }

    std::string_view text_;
    std::size_t at_;
    std::vector<OpenCall> open_;
    bool is_quoted_ = false, is_braced_ = false;
    bool is_r_ = false;        // the matrix is one of R
    bool is_in_angle_ = false; // "<" stands open before the matrix
    Beside beside_;
};

} // namespace

Result<Beside> read_behind(std::string_view text, std::size_t end, const Before& before) {
    return BehindReader(text, end, before).read();
}

} // namespace attn::io
