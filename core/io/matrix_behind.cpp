// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/io/matrix_beside.h"
#include "core/io/matrix_words.h"
#include "core/io/number_spelling.h"
#include "core/io/text_place.h"

#include <algorithm>
#include <array>
#include <optional>

namespace attn::io {
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
