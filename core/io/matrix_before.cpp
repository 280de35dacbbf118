// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/io/matrix_beside.h"
#include "core/io/matrix_words.h"
#include "core/io/text_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace attn::io {
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

} // namespace attn::io
