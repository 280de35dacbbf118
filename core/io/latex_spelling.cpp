// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/number_spelling.h"
#include "core/io/number_word.h"

#include <algorithm>
#include <array>

namespace attn::io {
namespace {

void append_latex_factor(std::string& result, std::string_view piece) {
    const auto last = result.find_last_not_of(' ');
    if (last != std::string::npos && (is_numeral(result[last]) || result[last] == ')' ||
                                      result[last] == '.' || begins_name(result[last])))
        result += '*';
    result += piece;
}

/// Reads LaTeX from left to right.
class Latex {
public:
    explicit Latex(std::string_view text) : text_(text) {}

    Result<std::string> read() {
        std::string result;
        while (at_ < text_.size())
            if (const auto taken = take(result); !taken)
                return taken.error();
        return result;
    }

private:
    void skip_blanks() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
            ++at_;
    }
    /// Reads the argument of a command: braces, one character, or one command.
    Result<std::string> argument() {
        skip_blanks();
        if (at_ >= text_.size())
            return Error{"a command of LaTeX has no argument"};
        if (text_[at_] == '{') {
            const auto end = closing(text_, at_);
            if (end == std::string_view::npos)
                return Error{"a brace is never closed"};
            const auto inside = text_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
            return latex_spelling(inside);
        }
        if (text_[at_] == '\\') {
            std::string piece;
            if (const auto taken = take(piece); !taken)
                return taken.error();
            return piece;
        }
        return std::string(1, text_[at_++]);
    }
    Result<> fraction(std::string& result) {
        const auto above = argument();
        if (!above)
            return above.error();
        const auto below = argument();
        if (!below)
            return below.error();
        append_latex_factor(result, "((" + *above + ")/(" + *below + "))");
        return Nothing{};
    }
    Result<> root(std::string& result) {
        skip_blanks();
        std::string degree;
        if (at_ < text_.size() && text_[at_] == '[') {
            const auto end = text_.find(']', at_);
            if (end == std::string_view::npos)
                return Error{"the degree of a root is never closed"};
            degree = text_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
        }
        const auto inside = argument();
        if (!inside)
            return inside.error();
        append_latex_factor(result, degree.empty() ? "sqrt(" + *inside + ")"
                                                   : "((" + *inside + ")^(1/(" + degree + ")))");
        return Nothing{};
    }
    /// Reads "\times 10^{-3}" after a number as its exponent.
    bool power_of_ten(std::string& result) {
        std::size_t at = text_.find_first_not_of(" ", at_);
        if (result.empty() || at == std::string_view::npos || !text_.substr(at).starts_with("10^"))
            return false;
        at += 3;
        std::string_view digits;
        std::size_t end = at + 1;
        if (at < text_.size() && text_[at] == '{') {
            const auto close = closing(text_, at);
            if (close == std::string_view::npos)
                return false;
            digits = trimmed(text_.substr(at + 1, close - at - 1));
            end = close + 1;
        } else {
            digits = text_.substr(at, 1);
        }
        const std::string_view plain =
            digits.starts_with('-') || digits.starts_with('+') ? digits.substr(1) : digits;
        while (!result.empty() && result.back() == ' ')
            result.pop_back();
        // The number must come last: "2^3 \times 10^2" is calculated.
        const auto first = result.find_last_not_of("0123456789.");
        const bool is_number = !result.empty() &&
                               (is_numeral(result.back()) || result.back() == '.') &&
                               (first == std::string::npos || result[first] == '-' ||
                                result[first] == '+' || result[first] == '(');
        if (!is_number || plain.empty() || !std::all_of(plain.begin(), plain.end(), is_numeral))
            return false;
        result += "e" + std::string(digits);
        at_ = end;
        return true;
    }
    Result<> command(std::string& result) {
        const std::size_t begin = at_++;
        if (at_ >= text_.size())
            return Error{"a backslash ends the text"};
        if (!begins_name(text_[at_])) {
            const char sign = text_[at_++];
            if (sign == '%')
                result += '%';
            else if (sign == '_')
                result += '_';
            else if (std::string_view(",;:! \n").find(sign) == std::string_view::npos)
                return Error{"found " + cite(text_.substr(begin, 2)) +
                             " of LaTeX, which is not "
                             "known here"};
            return Nothing{};
        }
        while (at_ < text_.size() && begins_name(text_[at_]) && text_[at_] != '_')
            ++at_;
        const std::string_view name = text_.substr(begin + 1, at_ - begin - 1);
        constexpr std::array<std::string_view, 20> looks = {
            "displaystyle", "textstyle", "mathbf",       "mathrm", "textbf",      "textrm", "text",
            "left",         "right",     "bigl",         "bigr",   "mathit",      "quad",   "bm",
            "boldsymbol",   "num",       "operatorname", "hfill",  "scriptstyle", "bf"};
        constexpr std::array<std::string_view, 12> functions = {"sin",  "cos", "tan",  "exp",
                                                                "ln",   "log", "sinh", "cosh",
                                                                "tanh", "min", "max",  "arctan"};
        if (name == "frac" || name == "dfrac" || name == "tfrac" || name == "cfrac")
            return fraction(result);
        if (name == "sqrt")
            return root(result);
        if (name == "cdot" || name == "times" || name == "ast") {
            if (name == "ast" || !power_of_ten(result))
                result += '*';
        } else if (name == "div") {
            result += '/';
        } else if (name == "pi") {
            append_latex_factor(result, "pi");
        } else if (name == "infty") {
            result += "inf";
        } else if (name == "phantom") {
            return argument() ? Result<>(Nothing{}) : Error{"\\phantom has no argument"};
        } else if (std::find(functions.begin(), functions.end(), name) != functions.end()) {
            append_latex_factor(result, name);
            skip_blanks();
            // "\sin 2" and "\sin{2}" as well as "\sin(2)", "\sin\left(2\right)".
            if (at_ < text_.size() && text_[at_] != '(' &&
                !text_.substr(at_).starts_with("\\left")) {
                const auto inside = argument();
                if (!inside)
                    return inside.error();
                result += "(" + *inside + ")";
            }
        } else if (std::find(looks.begin(), looks.end(), name) == looks.end()) {
            return Error{"found " + cite(text_.substr(begin, at_ - begin)) +
                         " of LaTeX, which is not known here"};
        }
        return Nothing{};
    }
    Result<> take(std::string& result) {
        const char letter = text_[at_];
        if (letter == '\\')
            return command(result);
        if (letter == '{') {
            const auto end = closing(text_, at_);
            if (end == std::string_view::npos)
                return Error{"a brace is never closed"};
            const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
            const bool is_power = !result.empty() && result.back() == '^';
            const auto plain = latex_spelling(inside);
            if (!plain)
                return plain.error();
            if (is_power)
                result += "(" + *plain + ")";
            else if (inside == "," || inside == "." || inside == "-" || trimmed(inside).empty())
                result += *plain;
            else if (const auto number = number_word(*plain); number && !plain->starts_with('-'))
                result += *plain;
            else if (trimmed(*plain).find_first_not_of("0123456789.,-+ ") == std::string::npos)
                result += *plain;
            else if (plain->find_first_of("+-*/^(0123456789") == std::string::npos)
                result += *plain; // words
            else
                append_latex_factor(result, "(" + *plain + ")");
            return Nothing{};
        }
        if (letter == '$') {
            ++at_;
            return Nothing{};
        }
        if (letter == '~') {
            result += ' ';
            ++at_;
            return Nothing{};
        }
        if (letter == '(' && !result.empty() &&
            (is_numeral(result.back()) || result.back() == ')')) {
            result += '*';
        }
        result += letter;
        ++at_;
        return Nothing{};
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

Result<std::string> latex_spelling(std::string_view text) {
    return Latex(text).read();
}

} // namespace attn::io
