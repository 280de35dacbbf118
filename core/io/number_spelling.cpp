// SPDX-License-Identifier: MIT
#include "core/io/number_spelling.h"

#include "core/base/utf8.h"
#include "core/io/number_word.h"

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

} // namespace attn::io
