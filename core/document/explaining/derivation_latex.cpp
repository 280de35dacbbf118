// SPDX-License-Identifier: MIT
#include "core/document/explaining/derivation_latex.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/explaining/derivation_text.h"
#include "core/engine/graph/expression_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

namespace attn {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 23> letters = {
    {{"α", "\\alpha"}, {"β", "\\beta"},  {"γ", "\\gamma"}, {"δ", "\\delta"},  {"ε", "\\varepsilon"},
     {"η", "\\eta"},   {"θ", "\\theta"}, {"κ", "\\kappa"}, {"λ", "\\lambda"}, {"μ", "\\mu"},
     {"π", "\\pi"},    {"ρ", "\\rho"},   {"σ", "\\sigma"}, {"τ", "\\tau"},    {"φ", "\\varphi"},
     {"ψ", "\\psi"},   {"ω", "\\omega"}, {"Δ", "\\Delta"}, {"Σ", "\\Sigma"},  {"√", "\\surd"},
     {"·", "\\cdot"},  {"−", "-"},       {"…", "\\cdots"}}};

bool is_letter(char letter) {
    return std::isalpha(static_cast<unsigned char>(letter));
}

/// Sets a word of several letters upright; a single letter is a symbol.
std::string latex_words(std::string_view plain) {
    std::string text;
    while (!plain.empty()) {
        const auto word = static_cast<std::size_t>(
            std::find_if_not(plain.begin(), plain.end(), is_letter) - plain.begin());
        if (word > 0) {
            const std::string letters_of_word(plain.substr(0, word));
            const bool would_join = !text.empty() && is_letter(text.back());
            text += word == 1 ? (would_join ? " " : "") + letters_of_word
                              : "\\mathrm{" + letters_of_word + "}";
            plain.remove_prefix(word);
            continue;
        }
        const auto known = std::find_if(letters.begin(), letters.end(), [&](const auto& one) {
            return plain.starts_with(one.first);
        });
        if (known != letters.end())
            text += known->second;
        else
            text += plain.front();
        plain.remove_prefix(known != letters.end() ? known->first.size() : 1);
    }
    return text;
}

} // namespace

Spelling latex_spelling() {
    Spelling spelling;
    spelling.times = " \\cdot ";
    spelling.over = spelling.tight_over = "}{";
    spelling.fraction = {"\\frac{", "}", true};
    spelling.tall_parentheses = {"\\left(", "\\right)", true};
    spelling.root = {"\\sqrt{", "}", true};
    spelling.power = spelling.power_of_leaf = {"e^{", "}", true};
    spelling.squared = "^2";
    spelling.series = "\\sum_{";
    spelling.after_index = "} ";
    spelling.function = [](std::string_view name) {
        constexpr std::array<std::string_view, 6> known = {"tanh", "sin", "cos",
                                                           "log",  "exp", "max"};
        const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
        return is_known ? "\\" + std::string(name) : "\\operatorname{" + std::string(name) + "}";
    };
    return spelling;
}

std::string latex_name(std::string_view rich) {
    const auto low = rich.find('_');
    if (low == std::string_view::npos)
        return latex_words(rich);
    std::string_view below = rich.substr(low + 1);
    if (below.starts_with("{") && below.ends_with("}"))
        below = below.substr(1, below.size() - 2);
    return latex_words(rich.substr(0, low)) + "_{" + latex_words(below) + "}";
}

namespace {

/// Returns "Q", "\\mathrm{scores}"; a stage without a table row is written by its name.
std::string symbol(Stage stage) {
    if (const StageInfo* const about = find_info(stage))
        return std::string(about->latex);
    std::string text = "\\mathrm{";
    for (const char letter : stage.name())
        text += letter == '_' ? std::string("\\_") : std::string(1, letter);
    return text + "}";
}

/// Returns "Q^{(1)}_{2,\\cdot}": the head as a superscript unless it is the first, around braces if
/// the symbol has a superscript already; the row and column of the place as subscripts.
std::string symbol(const SheetId& sheet, const std::string& row, const std::string& column,
                   Convention convention = Convention::TokensAsRows) {
    const std::string copy = latex_copy(sheet);
    const std::string head = copy.empty() ? "" : "^{" + copy + "}";
    const std::string query = is_by_query(sheet.stage) ? std::to_string(sheet.query) + "," : "";
    const bool by_rows = convention == Convention::TokensAsRows;
    const std::string base = symbol(sheet.stage);
    const bool has_sign_above = base.find('^') != std::string::npos && !head.empty();
    return (has_sign_above ? "{" + base + "}" : base) + head + "_{" + query +
           (by_rows ? row : column) + "," + (by_rows ? column : row) + "}";
}

std::string symbol(const Place& place, Convention convention = Convention::TokensAsRows) {
    return symbol(place.sheet, std::to_string(place.row), std::to_string(place.column), convention);
}

std::string divisor_symbol(const Divisor& divisor, Convention convention) {
    std::string text = divisor.symbol == "d_model" ? "d_{\\mathrm{model}}" : divisor.symbol;
    if (text.empty())
        text = shortest(divisor.number);
    if (divisor.symbol == "temperature")
        text = "\\mathrm{temperature}";
    if (divisor.place)
        return symbol(*divisor.place, convention);
    return divisor.is_root ? "\\sqrt{" + text + "}" : text;
}

/// Writes a fraction over the joined denominators; without any, just `above`.
std::string over(const std::string& above, const std::vector<std::string>& below) {
    if (below.empty())
        return above;
    std::string text = "\\frac{" + above + "}{";
    for (std::size_t at = 0; at < below.size(); ++at)
        text += (at == 0 ? "" : " \\cdot ") + below[at];
    return text + "}";
}

class LatexWriter {
public:
    LatexWriter(const Derivation& derivation, const DerivationStyle& style)
        : style_(style), digits_(equation_digits(derivation, style.numbers, style.most_terms)) {}

    const EquationDigits& digits() const { return digits_; }

    std::string number(Real value) const {
        return latex_number(value, number_format(value, digits_));
    }
    std::string number(const Factor& factor) const {
        return latex_number(factor.value, number_format(factor, digits_));
    }
    template <class Number>
    std::string inner(const Number& value) const {
        const std::string text = number(value);
        return text.front() == '-' ? "(" + text + ")" : text;
    }

    std::string summand(const Derivation& derivation, const Term& term, bool first) const {
        if (derivation.rule == Rule::Softmax || derivation.rule == Rule::NaiveSoftmax)
            return "e^{" + number(term.factors[0]) +
                   (shows_subtraction(derivation)
                        ? " - " + inner(Factor{term.factors[0].place, derivation.largest})
                        : "") +
                   "}";
        if (term.is_square())
            return inner(term.factors[0]) + "^2";
        std::string text;
        for (const Factor& factor : term.factors) {
            if (!text.empty())
                text += " \\cdot ";
            text += first && text.empty() ? number(factor) : inner(factor);
        }
        return text;
    }

    /// The powers of a softmax, worked out; empty for others.
    std::string powers(const Derivation& derivation) const {
        if (!digits_.powers)
            return "";
        const PowerShare share = power_share(derivation);
        return over(latex_number(share.own, *digits_.powers),
                    {latex_number(share.sum, *digits_.powers)});
    }

    std::string sum(const Derivation& derivation) const {
        const ShownTerms shown = shown_terms(derivation, style_.most_terms);
        std::string text;
        for (const std::size_t at : shown.indices)
            text += (text.empty()                         ? ""
                     : derivation.terms[at].is_subtracted ? " - "
                                                          : " + ") +
                    summand(derivation, derivation.terms[at], text.empty());
        return shown.others == 0 ? text : text + " + " + rest(shown);
    }
    std::string rest(const ShownTerms& shown) const {
        return "\\underbrace{" + inner(shown.rest) + "}_{\\text{" + std::to_string(shown.others) +
               " other terms}}";
    }

    std::string expression(const Derivation& derivation) const {
        Spelling spelling = latex_spelling();
        spelling.leaf = [this](const Expression& leaf) {
            if (leaf.kind == Expression::Kind::Number)
                return number(leaf.factor);
            return is_written_exactly(leaf.constant) ? latex_number(leaf.constant)
                                                     : number(leaf.constant);
        };
        spelling.rest = [this](const ShownTerms& shown) { return rest(shown); };
        spelling.most_terms = style_.most_terms;
        return written(*derivation.expression, spelling);
    }
    static std::string expression_formula(const Derivation& derivation) {
        Spelling spelling = latex_spelling();
        spelling.leaf = [](const Expression& leaf) {
            if (leaf.kind == Expression::Kind::Number)
                return leaf.name;
            return leaf.name.empty() ? latex_number(leaf.constant) : latex_name(leaf.name);
        };
        const auto name_of = [&](const SheetId& sheet, const std::string& row,
                                 const std::string& column) {
            return symbol(sheet, row, column, derivation.convention);
        };
        return written(with_names(*derivation.expression, name_of), spelling);
    }

    std::string formula(const Derivation& derivation) const {
        switch (derivation.rule) {
        case Rule::Given:
        case Rule::Blocked:
        case Rule::NoKey:
        case Rule::Chosen:
        case Rule::Covered:
        case Rule::Undefined:
            return "";
        case Rule::Expression:
            return expression_formula(derivation);
        case Rule::SumOfProducts:
            return sum_formula(derivation);
        case Rule::Length:
            return "\\sqrt{\\sum_{j} " + line_symbol(derivation, 0, "j") + "^2}";
        case Rule::Quotient: {
            std::vector<std::string> below;
            for (std::size_t at = 0; at < derivation.divisors.size(); ++at)
                below.push_back(
                    is_length(derivation.divisors[at])
                        ? "\\lVert " + line_symbol(derivation, at, "\\cdot") + " \\rVert"
                        : divisor_symbol(derivation.divisors[at], derivation.convention));
            if (derivation.terms[0].factors.size() == 1 && derivation.terms.size() > 1)
                return over(line_formula(derivation), below);
            if (derivation.terms[0].factors.size() == 1)
                return over(symbol(derivation.terms[0].factors[0].place, derivation.convention),
                            below);
            return over(sum_formula(derivation), below);
        }
        case Rule::Softmax:
        case Rule::NaiveSoftmax:
        case Rule::DivideBySum:
            return normaliser_formula(derivation);
        }
        assert(false && "every rule has a formula");
        return "";
    }

    /// Writes the numbers. Empty if they would only repeat the result.
    std::string numbers(const Derivation& derivation) const {
        if (numbers_text(derivation, style_).empty())
            return "";
        if (derivation.rule == Rule::Expression)
            return expression(derivation);
        if (derivation.rule == Rule::SumOfProducts)
            return sum(derivation);
        if (derivation.rule == Rule::Quotient) {
            std::vector<std::string> below;
            for (const Divisor& divisor : derivation.divisors)
                below.push_back(std::string(divisor.is_root ? "\\sqrt{" : "{") +
                                (!divisor.is_computed ? shortest(divisor.number)
                                 : divisor.place ? number(Factor{*divisor.place, divisor.number})
                                                 : number(divisor.number)) +
                                "}");
            return over(sum(derivation), below);
        }
        if (derivation.rule == Rule::Length)
            return "\\sqrt{" + sum(derivation) + "}";
        return over(summand(derivation, derivation.terms[*derivation.own], true),
                    {sum(derivation)});
    }

private:
    static bool is_length(const Divisor& divisor) { return divisor.is_computed && divisor.is_root; }
    /// Returns the row or column that one factor of the terms runs along; `index` stands for the
    /// part that varies.
    static std::string line_symbol(const Derivation& derivation, std::size_t factor,
                                   const std::string& index) {
        const Place& first = derivation.terms.front().factors[factor].place;
        const Place& last = derivation.terms.back().factors[factor].place;
        return symbol(first.sheet, first.row == last.row ? std::to_string(first.row) : index,
                      first.column == last.column ? std::to_string(first.column) : index,
                      derivation.convention);
    }
    /// Writes the Σ of a line of numbers: j counts the columns of the written matrix, i its rows.
    static std::string line_formula(const Derivation& derivation) {
        const std::vector<Term>& terms = derivation.terms;
        const bool is_row = terms.front().factors[0].place.row == terms.back().factors[0].place.row;
        const bool by_rows = derivation.convention == Convention::TokensAsRows;
        const std::string index = is_row == by_rows ? "j" : "i";
        return "\\sum_{" + index + "} " + line_symbol(derivation, 0, index);
    }
    static std::string sum_formula(const Derivation& derivation) {
        const std::vector<Term>& terms = derivation.terms;
        const std::size_t count = terms[0].factors.size();
        if (count > 1 && derivation.runs != Derivation::Runs::Nothing)
            return product_formula(derivation);
        // the terms of "x · γ + β" have two forms
        const bool is_even = terms.back().factors.size() == count;
        if (count == 1 || (count == 2 && terms.size() == 1) || !is_even) {
            std::string text;
            for (const Term& term : terms) {
                text += text.empty() ? "" : term.is_subtracted ? " - " : " + ";
                for (std::size_t at = 0; at < term.factors.size(); ++at)
                    text += (at == 0 ? "" : " \\cdot ") +
                            symbol(term.factors[at].place, derivation.convention);
            }
            return text;
        }
        std::string text = count == 3 && terms.size() > 1 ? "\\sum_{j} " : "";
        for (std::size_t factor = 0; factor < count; ++factor)
            text += (factor == 0  ? ""
                     : count == 3 ? " "
                                  : " \\cdot ") +
                    line_symbol(derivation, factor, count == 3 ? "j" : "\\cdot");
        return text;
    }
    /// Writes a whole row of X, Q or the weights times a row of the keys, or a column of W or V.
    static std::string product_formula(const Derivation& derivation) {
        const std::vector<Factor>& factors = derivation.terms[0].factors;
        const Convention convention = derivation.convention;
        const bool is_turned = convention == Convention::TokensAsColumns;
        const Place& left = (is_turned ? factors.back() : factors.front()).place;
        const Place& right = (is_turned ? factors.front() : factors.back()).place;
        const bool by_rows = derivation.runs == Derivation::Runs::RowByRow;
        std::string first = symbol(left.sheet, std::to_string(left.row), "\\cdot", convention);
        std::string second =
            by_rows ? symbol(right.sheet, std::to_string(right.row), "\\cdot", convention)
                    : symbol(right.sheet, "\\cdot", std::to_string(right.column), convention);
        if (is_turned)
            std::swap(first, second);
        if (factors.size() == 3) // q W k: a whole matrix in between
            first += " \\cdot " + symbol(factors[1].place.sheet, "\\cdot", "\\cdot");
        const Term& last = derivation.terms.back();
        return first + " \\cdot " + second +
               (last.factors.size() == 1 ? " + " + symbol(last.factors[0].place, convention) : "");
    }

    static std::string normaliser_formula(const Derivation& derivation) {
        if (derivation.terms[0].is_square()) // the share of one square in its sum
            return over(symbol(derivation.terms[*derivation.own].factors[0].place) + "^2",
                        {"\\sum_{j} " + line_symbol(derivation, 0, "j") + "^2"});
        const Place& own = derivation.terms[*derivation.own].factors[0].place;
        const bool by_columns = derivation.axis == Axis::Columns;
        const Convention convention = derivation.convention;
        const std::string letter =
            written(derivation.axis, convention) == Axis::Columns ? "i" : "j";
        const std::string line =
            by_columns ? symbol(own.sheet, letter, std::to_string(own.column), convention)
                       : symbol(own.sheet, std::to_string(own.row), letter, convention);
        const std::string index = (derivation.skips_blocked ? "\\text{open }" : "") + letter;
        const auto power = [&](const std::string& of) {
            return derivation.rule == Rule::DivideBySum ? of : "e^{" + of + "}";
        };
        const Place& last = derivation.terms.back().factors[0].place; // a sink is not a score
        const std::string sink =
            last.sheet == own.sheet ? "" : " + " + power(symbol(last, convention));
        return over(power(symbol(own, convention)),
                    {"\\sum_{" + index + "} " + power(line) + sink});
    }

    const DerivationStyle& style_;
    EquationDigits digits_;
};

std::string with_exponent(const std::string& text, std::size_t e) {
    std::string exponent = text.substr(e + 1);
    const bool negative = exponent.front() == '-';
    exponent.erase(0, exponent.find_first_not_of("+-0"));
    return text.substr(0, e) + " \\cdot 10^{" + (negative ? "-" : "") + exponent + "}";
}

/// Writes what stands before a line: an equals sign, if the line has no sign of its own.
std::string related(const std::string& line) {
    return (line.starts_with("\\approx ") ? "" : "= ") + line;
}

/// Returns the lines of one derivation, each after an equals sign; the last begins with ≈ if the
/// numbers as written give it only roughly.
std::vector<std::string> lines(const Derivation& derivation, const DerivationStyle& style) {
    const LatexWriter writer(derivation, style);
    const std::string numbers = writer.numbers(derivation);
    std::vector<std::string> result;
    for (const std::string& line : {writer.formula(derivation), numbers, writer.powers(derivation)})
        if (!line.empty())
            result.push_back(line);
    const NumberFormat format = result_format(derivation, style.numbers);
    const bool is_rough = !numbers.empty() &&
                          equals_sign(derivation, writer.digits(), style.most_terms, format) != "=";
    result.push_back((is_rough ? "\\approx " : "") + latex_number(derivation.result, format));
    if (!derivation.reason.empty())
        result.back() += " \\quad \\text{(" + derivation.reason + ")}";
    return result;
}

std::string aligned(const std::vector<std::string>& rows) {
    std::string text = "\\[\\fitted{\\(\\displaystyle\\begin{aligned}\n";
    for (std::size_t at = 0; at < rows.size(); ++at)
        text += rows[at] + (at + 1 < rows.size() ? " \\\\\n" : "\n");
    return text + "\\end{aligned}\\)}\\]\n";
}

} // namespace

std::string latex_copy(const SheetId& sheet) {
    return (sheet.is_cross ? std::string("\\times ") : "") +
           (sheet.layer == 0 ? "" : "[" + std::to_string(sheet.layer) + "]") +
           (sheet.head == 0 ? "" : "(" + std::to_string(sheet.head) + ")");
}

std::string latex_digits(const std::string& text) {
    if (const auto slash = text.find('/'); slash != std::string::npos) {
        const std::size_t start = text.front() == '-' ? 1 : 0;
        return text.substr(0, start) + "\\tfrac{" + text.substr(start, slash - start) + "}{" +
               text.substr(slash + 1) + "}";
    }
    if (const auto e = text.find('e'); e != std::string::npos)
        return with_exponent(text, e);
    return text;
}

std::string latex_number(Real value, const NumberFormat& numbers) {
    if (is_covered(value))
        return "?";
    if (std::isnan(value))
        return "\\mathrm{NaN}";
    if (std::isinf(value))
        return value > 0 ? "\\infty" : "-\\infty";
    return latex_digits(format(value, numbers));
}

std::string latex_number(Real value) {
    if (!std::isfinite(value))
        return latex_number(value, {});
    const std::string text = latex_digits(shortest(value));
    constexpr std::string_view once = "1 \\cdot ";
    return text.starts_with(once) ? text.substr(once.size()) : text;
}

std::string latex_symbol(const Derivation& derivation) {
    return symbol(derivation.place, derivation.convention);
}

std::vector<std::string> latex_lines(const Derivation& derivation, const DerivationStyle& style) {
    return lines(derivation, style);
}

std::string to_latex(const Derivation& derivation, const DerivationStyle& style) {
    std::vector<std::string> rows = lines(derivation, style);
    for (std::size_t at = 0; at < rows.size(); ++at)
        rows[at] = (at == 0 ? symbol(derivation.place, derivation.convention) + " " : "") + "&" +
                   related(rows[at]);
    return "% " + entry(derivation.place, derivation.convention) + ": " + derivation.title + "\n" +
           aligned(rows);
}

std::string to_latex(const std::vector<ChainLevel>& chain, const DerivationStyle& style) {
    std::string text = "% Needs \\usepackage of amsmath, graphicx.\n" + std::string(latex_fitted);
    for (const ChainLevel& level : chain) {
        if (&level == &chain.front()) {
            text += to_latex(level.derivations[0], style);
            continue;
        }
        std::vector<std::string> rows;
        for (const Derivation& derivation : level.derivations) {
            std::string row = symbol(derivation.place, derivation.convention) + " &";
            for (const std::string& line : lines(derivation, style))
                row += related(line) + " ";
            row.pop_back();
            rows.push_back(row);
        }
        if (level.left_out != 0)
            rows.push_back("&\\text{and " + std::to_string(level.left_out) + " more}");
        text += "% " + std::string(info(level.sheet.stage).title) + "\n" + aligned(rows);
    }
    return text;
}

} // namespace attn
