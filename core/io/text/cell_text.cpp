// SPDX-License-Identifier: MIT
#include "core/io/text/cell_text.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/io/text/number_spelling.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace attn::io {
namespace {

constexpr std::size_t max_depth = 50; // parentheses inside parentheses

constexpr std::array<std::string_view, 19> functions = {
    "abs",  "acos", "asin", "atan", "cos", "cosh", "exp",  "ln",  "log", "log10",
    "log2", "max",  "min",  "sign", "sin", "sinh", "sqrt", "tan", "tanh"};

Error refused(std::string_view text, const std::string& why) {
    return Error{cite(text) + " " + why +
                 "; accepted are numbers such as 1.5, 1,5 or 1e-3 and arithmetic such as 1/3, "
                 "sqrt(2)/2 or 2*pi"};
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_constant(std::string_view name) {
    return name == "pi" || name == "e";
}
bool is_function(std::string_view name) {
    return std::find(functions.begin(), functions.end(), name) != functions.end();
}
bool takes_several(std::string_view name) {
    return name == "max" || name == "min";
}

/// Translates mathematical signs to plain ASCII; the error says which character has no meaning
/// here.
Result<std::string> plain(std::string_view text) {
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const Character next = first_character(rest);
        const std::string_view bytes = rest.substr(0, next.length);
        rest.remove_prefix(next.length);
        switch (next.valid ? next.code : 0) {
        case U'−':
            result += '-';
            break;
        case U'×':
        case U'·':
        case U'⋅':
            result += '*';
            break;
        case U'÷':
        case U'∕':
            result += '/';
            break;
        case U'π':
            result += " pi ";
            break;
        case U'\t':
            result += ' ';
            break;
        default:
            // Spaces that hold digits together, and apostrophes between digits.
            if (thousands_sign(bytes) > 0 || bytes == "'") {
                const bool is_inside = !result.empty() && is_digit(result.back()) &&
                                       !rest.empty() && is_digit(rest.front());
                if (is_inside || (bytes != "'" && bytes != "\u2019")) {
                    result += is_inside ? '\'' : ' ';
                    break;
                }
            }
            if (bytes == "_" && !result.empty() && is_digit(result.back()) && !rest.empty() &&
                is_digit(rest.front())) { // Python's 1_000
                result += '_';
                break;
            }
            if (bytes.size() != 1 || (!is_digit(bytes[0]) && !is_letter(bytes[0]) &&
                                      bytes.find_first_of(" .,;+-*/^()%") != 0))
                return Error{"contains " + cite(bytes) + ", which has no meaning here"};
            result += bytes;
        }
    }
    return result;
}

struct Token {
    enum class Kind { Number, Constant, Function, Operator, Open, Close, Separator };
    Kind kind;
    std::string text; // the text given to muParser
};

/// Splits the text into tokens and refuses what muParser would misread.
class Scanner {
public:
    Scanner(std::string_view cited, std::string plain, const NumberStyle& style)
        : cited_(cited), text_(std::move(plain)), style_(style),
          semicolons_(text_.find(';') != std::string::npos) {}

    bool has_thousands() const { return thousands_; }
    bool has_percent() const { return percent_; }

    Result<std::vector<Token>> scan() {
        for (skip_blanks(); at_ < text_.size(); skip_blanks())
            if (auto fault = next(); !fault)
                return fault.error();
        if (!open_.empty())
            return refused(cited_, "has a parenthesis that is not closed");
        if (point_ && comma_)
            return refused(cited_, "uses both a decimal point and a decimal comma");
        return std::move(tokens_);
    }

private:
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(' ', at_), text_.size()); }
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool parts_arguments() const { return !open_.empty() && open_.back(); }
    /// Whether a decimal mark is `ahead`; a comma must be followed by a digit.
    bool is_mark(std::size_t ahead) const {
        if (peek(ahead) == '.')
            return true;
        return peek(ahead) == ',' && is_digit(peek(ahead + 1)) &&
               (semicolons_ || !parts_arguments());
    }

    Result<> next() {
        const char c = peek();
        if (is_digit(c) || (is_mark(0) && is_digit(peek(1))))
            return number();
        if (is_letter(c))
            return name();
        ++at_;
        if (c == '(')
            return open();
        if (c == ')') {
            if (open_.empty())
                return refused(cited_, "has a parenthesis that was not opened");
            open_.pop_back();
            return add({Token::Kind::Close, ")"});
        }
        if (c == ';' || c == ',') {
            if (!parts_arguments() || (c == ',' && semicolons_))
                return refused(cited_, std::string("has a \"") + c + "\" in the wrong place");
            return add({Token::Kind::Separator, ","});
        }
        if (c == '.')
            return refused(cited_, "has a \".\" without digits");
        if (c == '*' && peek() == '*') { // Python's power operator
            ++at_;
            return add({Token::Kind::Operator, "^"});
        }
        if (c == '%' || c == '\'' || c == '_')
            return refused(cited_,
                           std::string("contains \"") + c + "\", which has no meaning here");
        return add({Token::Kind::Operator, std::string(1, c)});
    }

    void digits() {
        while (is_digit(peek()))
            ++at_;
    }
    /// Whether exactly three digits follow.
    bool is_group(std::size_t ahead) const {
        return is_digit(peek(ahead)) && is_digit(peek(ahead + 1)) && is_digit(peek(ahead + 2)) &&
               !is_digit(peek(ahead + 3));
    }

    Result<> number() {
        const std::size_t start = at_;
        digits();
        int marks = 0;
        while (true) {
            const char c = peek();
            const bool is_blank = c == ' ' && style_.has_blanks && is_group(1);
            if (!is_mark(0) && !is_blank && c != '\'' && c != '_')
                break;
            marks += c == '.' || c == ',' ? 1 : 0;
            ++at_;
            digits();
        }
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
        if ((peek() == 'e' || peek() == 'E') && is_digit(peek(sign))) {
            at_ += sign;
            digits();
        }
        const std::string word = text_.substr(start, at_ - start);
        if (word == "0" && (peek() == 'x' || peek() == 'X'))
            return refused(cited_, "is hexadecimal; write it as a decimal number");
        auto read = read_number_word(word, style_.marks);
        if (!read && marks > 1)
            return refused(cited_, "has a number with two decimal marks");
        if (!read) {
            const auto value = parse_number(word); // for its message
            return value ? refused(cited_, "contains " + cite(word) + ", which is no number")
                         : value.error();
        }
        point_ = point_ || read->says_point;
        comma_ = comma_ || read->says_comma;
        thousands_ = thousands_ || read->has_thousands;
        const std::size_t blanks = text_.find_first_not_of(' ', at_);
        if (blanks != std::string::npos && text_[blanks] == '%') {
            at_ = blanks + 1;
            percent_ = true;
            read->value /= 100;
        }
        return add({Token::Kind::Number, shortest(read->value)});
    }

    Result<> name() {
        std::string name;
        for (; is_letter(peek()) || is_digit(peek()); ++at_)
            name += is_digit(peek()) ? peek() : static_cast<char>(peek() | 0x20); // lower case
        if (is_constant(name))
            return add({Token::Kind::Constant, name});
        if (!is_function(name)) {
            if (name == "nan" || name == "inf" || name == "infinity")
                return refused(cited_, "is not a finite number");
            return refused(cited_,
                           "contains " + cite(name) + ", which is not a function or constant");
        }
        skip_blanks();
        if (peek() != '(')
            return refused(cited_, "needs parentheses: " + name + "(…)");
        return add({Token::Kind::Function, name});
    }

    Result<> open() {
        if (open_.size() == max_depth)
            return refused(cited_, "has more than " + std::to_string(max_depth) +
                                       " parentheses inside each other");
        const bool of_function = !tokens_.empty() && tokens_.back().kind == Token::Kind::Function;
        open_.push_back(of_function && takes_several(tokens_.back().text));
        return add({Token::Kind::Open, "("});
    }

    Result<> add(Token token) {
        using enum Token::Kind;
        const auto begins_value = token.kind == Number || token.kind == Constant ||
                                  token.kind == Function || token.kind == Open;
        if (begins_value && !tokens_.empty()) {
            const Token& last = tokens_.back();
            if (last.kind == Number || last.kind == Constant || last.kind == Close)
                return refused(cited_, "has no operator between " + cite(last.text) + " and " +
                                           cite(token.text));
        }
        tokens_.push_back(std::move(token));
        return Nothing{};
    }

    std::string_view cited_;
    std::string text_;
    NumberStyle style_;
    bool semicolons_ = false;
    bool thousands_ = false, percent_ = false;
    std::size_t at_ = 0;
    std::vector<bool> open_; // for each open parenthesis, whether commas in it separate arguments
    bool point_ = false;     // whether a decimal point, or a decimal comma, was seen
    bool comma_ = false;
    std::vector<Token> tokens_;
};

std::string why(mu::EErrorCodes code) {
    switch (code) {
    case mu::ecUNEXPECTED_EOF:
        return "ends too early";
    case mu::ecTOO_MANY_PARAMS:
        return "gives a function too many arguments";
    case mu::ecTOO_FEW_PARAMS:
        return "gives a function too few arguments";
    default:
        return "cannot be read as arithmetic";
    }
}

Result<Real> evaluated(std::string_view text, const std::vector<Token>& tokens) {
    mu::string_type expression;
    for (const Token& token : tokens) {
        expression.append(token.text.begin(), token.text.end());
        // Spaces keep operators apart; muParser recognises a function only if "(" follows directly.
        if (token.kind != Token::Kind::Function)
            expression.push_back(' ');
    }
    Real value = 0;
    try {
        mu::Parser parser;
        parser.ClearConst();
        parser.DefineConst("pi", std::numbers::pi);
        parser.DefineConst("e", std::numbers::e);
        parser.SetExpr(expression);
        value = parser.Eval();
    } catch (const mu::ParserError& error) {
        return refused(text, why(error.GetCode()));
    }
    if (std::isnan(value))
        return refused(text, "has no value among the real numbers");
    if (!std::isfinite(value))
        return refused(text, "has no finite value");
    return value;
}

} // namespace

Result<ReadNumber> read_number(std::string_view text, const NumberStyle& style) {
    if (text.size() > max_cell_text)
        return refused(text, "is " + std::to_string(text.size()) + " bytes long, more than the " +
                                 std::to_string(max_cell_text) + " a cell takes");
    const auto as_word = [&](std::string_view word) -> std::optional<ReadNumber> {
        const auto read = read_number_word(word, style.marks);
        const bool is_blank_inside =
            !style.has_blanks && trimmed(word).find(' ') != std::string_view::npos;
        const bool is_named =
            read && trimmed(word).find_first_of("0123456789") == std::string_view::npos;
        if (!read || is_blank_inside || (is_named && !style.has_words))
            return std::nullopt;
        return ReadNumber{read->value, read->has_thousands, false, false};
    };
    if (const auto read = as_word(text))
        return *read;
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{
            "nothing was entered; expected a number such as 1.5 or arithmetic such as 1/3"};
    const std::string spelled = plain_spelling(text);
    if (spelled != text)
        if (const auto read = as_word(spelled))
            return *read;
    auto ascii = plain(spelled);
    if (!ascii)
        return refused(text, ascii.error().message);
    Scanner scanner(text, *std::move(ascii), style);
    const auto tokens = scanner.scan();
    if (!tokens)
        return tokens.error();
    const auto value = evaluated(text, *tokens);
    if (!value)
        return value.error();
    const bool is_alone = tokens->size() == 1 || (tokens->size() == 2 && scanner.has_percent());
    return ReadNumber{*value, scanner.has_thousands(), scanner.has_percent(), !is_alone};
}

Result<Real> parse_cell(std::string_view text) {
    // A spreadsheet's formula.
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    if (text.substr(first).starts_with('='))
        text.remove_prefix(first + 1);
    const auto read = read_number(text, {});
    return read ? Result<Real>(read->value) : read.error();
}

Result<std::int64_t> parse_whole(std::string_view text, const std::string& what, std::int64_t low,
                                 std::int64_t high) {
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < low || value > high)
        return Error{what + " must be a whole number from " + std::to_string(low) + " to " +
                     std::to_string(high) + "; found " + cite(text)};
    return value;
}

} // namespace attn::io
