// SPDX-License-Identifier: MIT
#include "core/document/derivation_text.h"

#include "core/base/number_text.h"
#include "core/document/equation_digits.h"
#include "core/engine/expression_text.h"

#include <cmath>

namespace attn {
namespace {

std::string said_number(Real value, const NumberFormat& numbers) {
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return format(value, numbers);
}

/// Writes the numbers of one derivation with plain-text signs and parentheses.
class TextWriter {
public:
    TextWriter(const Derivation& derivation, const DerivationStyle& style)
        : style_(style), digits_(equation_digits(derivation, style.numbers, style.most_terms)) {}

    std::string number(Real value) const {
        return said_number(value, number_format(value, digits_));
    }
    /// Adds parentheses if a sign would follow an operator.
    std::string inner(Real value) const {
        const std::string text = number(value);
        return text.front() == '-' || text == "−∞" ? "(" + text + ")" : text;
    }

    std::string product(const Term& term, bool first) const {
        if (term.is_square())
            return inner(term.factors[0].value) + "²";
        std::string text;
        for (const Factor& factor : term.factors) {
            if (!text.empty())
                text += "·";
            text += first && text.empty() ? number(factor.value) : inner(factor.value);
        }
        return text;
    }

    std::string power(const Derivation& derivation, const Term& term) const {
        if (!shows_subtraction(derivation))
            return "e^" + inner(term.value());
        return "e^(" + number(term.value()) + " - " + inner(derivation.largest) + ")";
    }

    std::string summand(const Derivation& derivation, const Term& term, bool first) const {
        const bool power_of =
            derivation.rule == Rule::Softmax || derivation.rule == Rule::NaiveSoftmax;
        return power_of ? power(derivation, term) : product(term, first);
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
        return inner(shown.rest) + " (the other " + std::to_string(shown.others) + " terms)";
    }

    std::string expression(const Derivation& derivation) const {
        Spelling spelling;
        spelling.leaf = [this](const Expression& leaf) {
            if (leaf.kind == Expression::Kind::Number)
                return number(leaf.factor.value);
            return is_written_exactly(leaf.constant) ? shortest(leaf.constant)
                                                     : number(leaf.constant);
        };
        spelling.rest = [this](const ShownTerms& shown) { return rest(shown); };
        spelling.most_terms = style_.most_terms;
        return written(*derivation.expression, spelling);
    }

    /// Writes a quotient. Divisors that are not results are counts of dimensions or typed numbers:
    /// shown exactly, not rounded.
    std::string quotient(const Derivation& derivation) const {
        std::string text = sum(derivation);
        if (derivation.terms.size() > 1)
            text = "(" + text + ")";
        for (const Divisor& divisor : derivation.divisors)
            text += std::string(" / ") + (divisor.is_root ? "√" : "") +
                    (divisor.is_computed ? number(divisor.number) : shortest(divisor.number));
        return text;
    }

    std::string normalised(const Derivation& derivation) const {
        const std::string below = sum(derivation);
        return summand(derivation, derivation.terms[*derivation.own], true) + " / " +
               (derivation.terms.size() == 1 && below.front() != '-' ? below : "(" + below + ")");
    }

private:
    const DerivationStyle& style_;
    EquationDigits digits_;
};

/// Writes the result, and why if the mask decides it.
std::string result_text(const Derivation& derivation, const DerivationStyle& style) {
    std::string text = derivation.rule == Rule::Undefined
                           ? std::string("–")
                           : said_number(derivation.result, style.numbers);
    if (!derivation.reason.empty())
        text += ", because " + derivation.reason;
    return text;
}

} // namespace

std::string numbers_text(const Derivation& derivation, const DerivationStyle& style) {
    if (is_copy(derivation))
        return "";
    const TextWriter writer(derivation, style);
    switch (derivation.rule) {
    case Rule::Given:
    case Rule::Blocked:
    case Rule::NoKey:
    case Rule::Chosen:
    case Rule::Covered:
    case Rule::Undefined:
        return "";
    case Rule::Expression:
        return writer.expression(derivation);
    case Rule::SumOfProducts:
        return writer.sum(derivation);
    case Rule::Length:
        return "√(" + writer.sum(derivation) + ")";
    case Rule::Quotient:
        return writer.quotient(derivation);
    case Rule::Softmax:
    case Rule::NaiveSoftmax:
    case Rule::DivideBySum:
        return writer.normalised(derivation);
    }
    return "";
}

std::string one_line(const Derivation& derivation, const DerivationStyle& style) {
    std::string line = entry(derivation.place, derivation.convention) + " = ";
    if (!derivation.formula.empty())
        line += derivation.formula + " = ";
    if (const std::string numbers = numbers_text(derivation, style); !numbers.empty())
        line += numbers + " = ";
    return line + result_text(derivation, style);
}

std::string to_text(const Derivation& derivation, const DerivationStyle& style) {
    std::string text = entry(derivation.place, derivation.convention) + ": " + derivation.title +
                       (derivation.rule == Rule::Given ? ", given\n" : "\n");
    if (!derivation.formula.empty())
        text += "  = " + derivation.formula + "\n";
    if (const std::string numbers = numbers_text(derivation, style); !numbers.empty())
        text += "  = " + numbers + "\n";
    text += "  = " + result_text(derivation, style) + "\n";
    return text;
}

std::string to_text(const std::vector<ChainLevel>& chain, const DerivationStyle& style) {
    std::string text;
    for (const ChainLevel& level : chain) {
        if (text.empty()) {
            text = to_text(level.derivations[0], style);
            continue;
        }
        text += "\n" + std::string(info(level.sheet.stage).title) +
                (level.derivations[0].rule == Rule::Given ? ", given" : "") + "\n";
        for (const Derivation& derivation : level.derivations)
            text += "  " + one_line(derivation, style) + "\n";
        if (level.left_out != 0)
            text += "  and " + std::to_string(level.left_out) + " more\n";
    }
    return text;
}

} // namespace attn
