// SPDX-License-Identifier: MIT
#include "core/io/text/number_spelling.h"

#include "core/base/utf8.h"
#include "core/io/text/number_word.h"

#include <algorithm>
#include <array>
#include <optional>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 12> modules = {"np", "numpy", "math",  "torch", "jnp", "jax",
                                                      "tf", "sp",    "sympy", "cmath", "onp", "mx"};

/// Calls that only wrap a number.
constexpr std::array<std::string_view, 28> wrappers = {
    "float", "float16",  "float32", "float64", "float128", "double",  "longdouble",
    "half",  "bfloat16", "int",     "int8",    "int16",    "int32",   "int64",
    "uint8", "uint16",   "uint32",  "uint64",  "bool",     "bool_",   "Decimal",
    "mpf",   "Float",    "Integer", "tensor",  "array",    "asarray", "scalar"};
/// Calls with a numerator and a denominator.
constexpr std::array<std::string_view, 2> fractions = {"Fraction", "Rational"};

struct Alias {
    std::string_view name, plain;
};
constexpr std::array<Alias, 9> aliases = {{{"arcsin", "asin"},
                                           {"arccos", "acos"},
                                           {"arctan", "atan"},
                                           {"ArcSin", "asin"},
                                           {"ArcCos", "acos"},
                                           {"ArcTan", "atan"},
                                           {"fabs", "abs"},
                                           {"absolute", "abs"},
                                           {"Abs", "abs"}}};

template <class List>
bool holds(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string_view unquoted(std::string_view text) {
    text = trimmed(text);
    if (text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
        text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return text;
}

/// Splits at the first comma outside parentheses.
std::pair<std::string_view, std::string_view> first_argument(std::string_view inside) {
    int depth = 0;
    for (std::size_t at = 0; at < inside.size(); ++at) {
        const char c = inside[at];
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (c == ',' && depth == 0)
            return {inside.substr(0, at), inside.substr(at + 1)};
    }
    return {inside, {}};
}

/// Reads the exponent written in superscripts: "⁻³"; `length`: its bytes.
std::string superscripts(std::string_view text, std::size_t& length) {
    constexpr std::array<std::pair<std::string_view, char>, 12> signs = {{{"⁰", '0'},
                                                                          {"¹", '1'},
                                                                          {"²", '2'},
                                                                          {"³", '3'},
                                                                          {"⁴", '4'},
                                                                          {"⁵", '5'},
                                                                          {"⁶", '6'},
                                                                          {"⁷", '7'},
                                                                          {"⁸", '8'},
                                                                          {"⁹", '9'},
                                                                          {"⁻", '-'},
                                                                          {"⁺", '+'}}};
    std::string digits;
    length = 0;
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (const auto& [sign, plain] : signs)
            if (text.substr(length).starts_with(sign)) {
                digits += plain;
                length += sign.size();
                is_more = true;
                break;
            }
    }
    return digits;
}

/// Rewrites a call at `open` whose name wraps numbers.
std::optional<std::string> unwrapped(std::string_view name, std::string_view inside,
                                     bool is_whole) {
    const auto [first, rest] = first_argument(inside);
    if (holds(fractions, name) && !rest.empty())
        return "((" + plain_spelling(unquoted(first)) + ")/(" + plain_spelling(unquoted(rest)) +
               "))";
    // Settings follow a comma: dtype=…, precision=53.
    if (!holds(wrappers, name) || (!rest.empty() && rest.find('=') == std::string_view::npos))
        return std::nullopt;
    const std::string value = plain_spelling(unquoted(first));
    // int(0.7) is 0: calls that cut off decimals are not evaluated here.
    const bool is_whole_type =
        name.starts_with("int") || name.starts_with("uint") || name == "Integer";
    if (is_whole_type && value.find_first_not_of("0123456789-+ ") != std::string::npos)
        return std::nullopt;
    return is_whole ? value : "(" + value + ")";
}

} // namespace

std::size_t closing(std::string_view text, std::size_t open) {
    std::string stack;
    for (std::size_t at = open; at < text.size(); ++at) {
        switch (text[at]) {
        case '\\':
            ++at;
            break;
        case '(':
            stack += ')';
            break;
        case '[':
            stack += ']';
            break;
        case '{':
            stack += '}';
            break;
        case ')':
        case ']':
        case '}':
            // LaTeX and prose have unmatched brackets; only the requested kind must match.
            while (!stack.empty() && stack.back() != text[at] && stack.size() > 1)
                stack.pop_back();
            if (stack.empty() || stack.back() != text[at])
                return std::string_view::npos;
            stack.pop_back();
            if (stack.empty())
                return at;
            break;
        default:
            break;
        }
    }
    return std::string_view::npos;
}

std::string plain_spelling(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const char letter = text[at];
        if (begins_name(letter) && !is_numeral(before) && before != '.') {
            std::size_t end = at;
            while (end < text.size() && (begins_name(text[end]) || is_numeral(text[end])))
                ++end;
            std::string_view name = text.substr(at, end - at);
            if (end + 1 < text.size() && text[end] == '.' && begins_name(text[end + 1]) &&
                holds(modules, name)) {
                at = end + 1;
                // "tf.math.sqrt", "np.linalg.…": the last name counts, if it is known.
                std::size_t next = at;
                while (next < text.size() && (begins_name(text[next]) || is_numeral(text[next])))
                    ++next;
                name = text.substr(at, next - at);
                if (name == "math" || name == "numpy") {
                    at = std::min(next + 1, text.size());
                    next = at;
                    while (next < text.size() &&
                           (begins_name(text[next]) || is_numeral(text[next])))
                        ++next;
                    name = text.substr(at, next - at);
                }
                end = next;
            }
            const bool is_call = end < text.size() && (text[end] == '(' || text[end] == '[');
            const auto close = is_call ? closing(text, end) : std::string_view::npos;
            if (close != std::string_view::npos) {
                const std::string_view inside = text.substr(end + 1, close - end - 1);
                const bool is_whole =
                    trimmed(result).empty() && trimmed(text.substr(close + 1)).empty();
                if (auto value =
                        text[end] == '(' ? unwrapped(name, inside, is_whole) : std::nullopt) {
                    result += *value;
                    at = close + 1;
                    continue;
                }
                const auto alias = std::find_if(aliases.begin(), aliases.end(),
                                                [&](const Alias& one) { return one.name == name; });
                result += std::string(alias == aliases.end() ? name : alias->plain) + "(" +
                          plain_spelling(inside) + ")";
                at = close + 1;
                continue;
            }
            result += name;
            at = end;
            continue;
        }
        if (text.substr(at).starts_with("*^") && (is_numeral(before) || before == '.')) {
            result += 'e'; // Mathematica's exponent
            at += 2;
            continue;
        }
        if (static_cast<unsigned char>(letter) < 0x80) {
            result += letter;
            ++at;
            continue;
        }
        if (constexpr std::string_view sign = "√"; text.substr(at).starts_with(sign)) {
            at += sign.size();
            const auto end = std::min(text.find_first_not_of("0123456789.", at), text.size());
            if (end > at) {
                result += "sqrt(" + std::string(text.substr(at, end - at)) + ")";
                at = end;
            } else {
                result += "sqrt";
            }
            continue;
        }
        std::size_t length = 0;
        if (const std::string power = superscripts(text.substr(at), length); length > 0) {
            result += "^(" + power + ")";
            at += length;
            continue;
        }
        result += letter;
        ++at;
    }
    return result;
}

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
