// SPDX-License-Identifier: MIT
#include "core/document/explaining/derivation_text.h"

#include "core/base/number_text.h"
#include "core/base/read_real.h"
#include "core/engine/graph/expression_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace attn {
namespace {

/// Wide enough for products and powers on the way to a result that is a double.
using Wide = long double;

constexpr int all_digits = 17; // with these every double reads back exactly

/// Counts the digits before the exponent, without leading zeros.
int significant_digits(std::string_view text) {
    int count = 0;
    for (const char letter : text.substr(0, text.find('e')))
        if (letter >= '0' && letter <= '9' && (count > 0 || letter != '0'))
            ++count;
    return count;
}

/// Returns the number that a reader reads.
Real read_back(Real value, const NumberFormat& numbers) {
    const std::string text = format(value, numbers);
    if (text.find('/') != std::string::npos)
        return value; // fractions are printed only if they are exact
    Real read = value;
    read_real(text.data(), text.data() + text.size(), read);
    return read;
}

/// Returns one unit of the last printed digit of a result.
Wide last_unit(Real result, NumberFormat numbers) {
    if (numbers.kind == NumberFormat::Kind::Fraction)
        numbers.kind = NumberFormat::Kind::Significant;
    if (numbers.kind == NumberFormat::Kind::Automatic) // a whole result is exact to all decimals
        numbers.kind = NumberFormat::Kind::Decimals;
    const std::string text = format(result, numbers);
    const auto e = text.find('e');
    int exponent = 0;
    if (e != std::string::npos) {
        const char* first = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
        std::from_chars(first, text.data() + text.size(), exponent);
    }
    const std::string mantissa = text.substr(0, e);
    const auto point = mantissa.find('.');
    const auto decimals =
        point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
    return std::pow(Wide{10}, exponent - decimals);
}

/// An equation as printed, every number written in `digits`; without `digits`, in full.
class Equation {
public:
    Equation(const Derivation& derivation, std::size_t most_terms)
        : derivation_(derivation), most_terms_(most_terms),
          shown_(shown_terms(derivation, most_terms)) {}

    /// Counts the numbers on the terms' side.
    std::size_t count() const {
        if (derivation_.expression)
            return numbers_in(*derivation_.expression);
        std::size_t numbers = shown_.others == 0 ? 0 : 1;
        for (const std::size_t at : shown_.indices)
            numbers += numbers_in(derivation_.terms[at]);
        if (derivation_.own)
            numbers += numbers_in(derivation_.terms[*derivation_.own]);
        for (const Divisor& divisor : derivation_.divisors)
            numbers += divisor.is_computed ? 1 : 0;
        return numbers;
    }

    Wide value(const EquationDigits* digits) const {
        if (derivation_.expression)
            return value(*derivation_.expression, digits);
        const Wide total = sum(digits);
        if (derivation_.rule == Rule::Length)
            return std::sqrt(total);
        if (derivation_.own)
            return summand(derivation_.terms[*derivation_.own], digits) / total;
        Wide quotient = total;
        for (const Divisor& divisor : derivation_.divisors) {
            const Wide number =
                divisor.is_computed ? written(divisor, digits) : Wide{divisor.number};
            quotient /= divisor.is_root ? std::sqrt(number) : number;
        }
        return quotient;
    }

    bool has_powers() const {
        return is_of_powers() && derivation_.own && derivation_.terms.size() > 1;
    }
    /// Whether the powers written in the format follow from the scores as written, and give the
    /// result.
    bool holds_powers(const NumberFormat& powers, const EquationDigits& digits,
                      Wide allowed) const {
        const PowerShare exact = power_share(derivation_);
        const Wide own = summand(derivation_.terms[*derivation_.own], &digits);
        const Wide share = Wide{read_back(exact.own, powers)} / read_back(exact.sum, powers);
        return std::abs(own - exact.own) <= last_unit(exact.own, powers) &&
               std::abs(sum(&digits) - exact.sum) <=
                   last_unit(exact.sum, powers) *
                       static_cast<Wide>(std::max<std::size_t>(1, count() / 2)) &&
               std::abs(share - derivation_.result) <= allowed;
    }

private:
    bool is_of_powers() const {
        return derivation_.rule == Rule::Softmax || derivation_.rule == Rule::NaiveSoftmax;
    }
    std::size_t numbers_in(const Term& term) const {
        return is_of_powers() ? (shows_subtraction(derivation_) ? 2 : 1) : term.factors.size();
    }
    std::size_t numbers_in(const Expression& expression) const {
        if (expression.kind == Expression::Kind::Number)
            return 1;
        if (expression.kind == Expression::Kind::Constant)
            return is_written_exactly(expression.constant) ? 0 : 1;
        std::size_t numbers = 0;
        if (expression.kind == Expression::Kind::Series) {
            const ShownTerms shown = shown_parts(expression, most_terms_);
            for (const std::size_t at : shown.indices)
                numbers += numbers_in(expression.parts[at]);
            return shown.others == 0 ? numbers : numbers + 1;
        }
        for (const Expression& part : expression.parts)
            numbers += numbers_in(part);
        return numbers;
    }
    Wide value(const Expression& expression, const EquationDigits* digits) const {
        const auto leaf = [&](const Expression& one) -> Wide {
            if (one.kind == Expression::Kind::Number)
                return written(one.factor, digits);
            return is_written_exactly(one.constant) ? Wide{one.constant}
                                                    : written(one.constant, digits);
        };
        const auto series = [&](const Expression& of) {
            const ShownTerms shown = shown_parts(of, most_terms_);
            Wide total = 0;
            for (const std::size_t at : shown.indices)
                total += value(of.parts[at], digits);
            return shown.others == 0 ? total : total + written(shown.rest, digits);
        };
        return value_of<Wide>(expression, leaf, series);
    }
    static Wide written(const Divisor& divisor, const EquationDigits* digits) {
        return divisor.place ? written(Factor{*divisor.place, divisor.number}, digits)
                             : written(divisor.number, digits);
    }
    static Wide written(Real value, const EquationDigits* digits) {
        return digits ? read_back(value, number_format(value, *digits)) : value;
    }
    static Wide written(const Factor& number, const EquationDigits* digits) {
        return digits ? read_back(number.value, number_format(number, *digits)) : number.value;
    }
    Wide summand(const Term& term, const EquationDigits* digits) const {
        if (is_of_powers()) {
            const Real largest = shows_subtraction(derivation_) ? derivation_.largest : 0;
            return std::exp(written(term.factors.front(), digits) -
                            written(Factor{term.factors.front().place, largest}, digits));
        }
        Wide product = term.is_subtracted ? -1 : 1;
        for (const Factor& factor : term.factors)
            product *= written(factor, digits);
        return product;
    }
    Wide sum(const EquationDigits* digits) const {
        Wide total = 0;
        for (const std::size_t at : shown_.indices)
            total += summand(derivation_.terms[at], digits);
        return shown_.others == 0 ? total : total + written(shown_.rest, digits);
    }

    const Derivation& derivation_;
    std::size_t most_terms_;
    ShownTerms shown_;
};

} // namespace

bool is_written_exactly(Real constant) {
    constexpr int few = 6;
    return std::isfinite(constant) && significant_digits(shortest(constant)) <= few;
}

namespace {

/// The asked format, without decimals for whole numbers if it is the automatic one.
NumberFormat automatic(const NumberFormat& asked, bool is_whole) {
    if (asked.kind != NumberFormat::Kind::Automatic)
        return asked;
    return {NumberFormat::Kind::Decimals, is_whole ? 0 : asked.digits};
}

bool is_among(const std::vector<SheetId>& whole, const SheetId& sheet) {
    return std::find(whole.begin(), whole.end(), sheet) != whole.end();
}

NumberFormat with_least(Real value, const NumberFormat& numbers, const EquationDigits& digits) {
    if (digits.least == 0 || !std::isfinite(value) ||
        significant_digits(format(value, numbers)) >= digits.least ||
        read_back(value, numbers) == value)
        return numbers;
    const int enough = significant_digits(shortest(value)); // more would only be zeros
    return {NumberFormat::Kind::Significant, std::min(digits.least, enough)};
}

} // namespace

NumberFormat number_format(Real value, const EquationDigits& digits) {
    const bool is_whole = digits.are_sources_whole && is_whole_number(value);
    return with_least(value, automatic(digits.numbers, is_whole), digits);
}

NumberFormat number_format(const Factor& number, const EquationDigits& digits) {
    const bool is_whole = is_among(digits.whole, number.place.sheet);
    return with_least(number.value, automatic(digits.numbers, is_whole), digits);
}

NumberFormat result_format(const Derivation& derivation, const NumberFormat& numbers) {
    return automatic(numbers, is_among(derivation.whole, derivation.place.sheet));
}

EquationDigits cell_digits(const Derivation& derivation, const NumberFormat& numbers) {
    EquationDigits digits{numbers, 0, derivation.whole, false};
    const std::vector<Place> read = places(derivation);
    digits.are_sources_whole = std::all_of(read.begin(), read.end(), [&](const Place& place) {
        return is_among(derivation.whole, place.sheet);
    });
    return digits;
}

EquationDigits equation_digits(const Derivation& derivation, const NumberFormat& numbers,
                               std::size_t most_terms) {
    EquationDigits digits = cell_digits(derivation, numbers);
    if ((derivation.terms.empty() && !derivation.expression) || !std::isfinite(derivation.result))
        return digits;
    const Equation equation(derivation, most_terms);
    const Wide exact = equation.value(nullptr);
    if (!std::isfinite(exact))
        return digits;
    const Wide allowed =
        last_unit(derivation.result, numbers) / 2 * static_cast<Wide>(equation.count());
    const auto is_true = [&] {
        return std::abs(equation.value(&digits) - exact) <= allowed; // false for NaN
    };
    while (!is_true() && digits.least < all_digits)
        ++digits.least;
    const PowerShare share = equation.has_powers() ? power_share(derivation) : PowerShare{};
    if (!(share.own > 0) || !std::isfinite(share.sum))
        return digits;
    constexpr int most_digits = 6; // of scores
    const int least = digits.least;
    for (; digits.least <= most_digits; ++digits.least)
        for (const int count : {3, 2, 4}) {
            const NumberFormat powers{NumberFormat::Kind::Significant, count};
            if (!equation.holds_powers(powers, digits, last_unit(derivation.result, numbers)))
                continue;
            digits.powers = powers;
            return digits;
        }
    digits.least = least;
    return digits;
}

std::optional<Real> as_written(const Derivation& derivation, const EquationDigits& digits,
                               std::size_t most_terms) {
    if ((derivation.terms.empty() && !derivation.expression) || !std::isfinite(derivation.result))
        return std::nullopt;
    if (digits.powers) { // The last quotient that stands before the result.
        const PowerShare share = power_share(derivation);
        return read_back(share.own, *digits.powers) / read_back(share.sum, *digits.powers);
    }
    const auto value = static_cast<Real>(Equation(derivation, most_terms).value(&digits));
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string equals_sign(const Derivation& derivation, const EquationDigits& digits,
                        std::size_t most_terms, const NumberFormat& result) {
    const auto value = as_written(derivation, digits, most_terms);
    return !value || format(*value, result) == format(derivation.result, result) ? "=" : "≈";
}

PowerShare power_share(const Derivation& derivation) {
    PowerShare share;
    for (std::size_t at = 0; at < derivation.terms.size(); ++at) {
        const Real power = addend(derivation, derivation.terms[at]);
        share.sum += power;
        if (derivation.own == at)
            share.own = power;
    }
    return share;
}

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
    std::string number(const Factor& factor) const {
        return said_number(factor.value, number_format(factor, digits_));
    }
    /// Adds parentheses if a sign would follow an operator.
    template <class Number>
    std::string inner(const Number& value) const {
        const std::string text = number(value);
        return text.front() == '-' || text == "−∞" ? "(" + text + ")" : text;
    }

    std::string product(const Term& term, bool first) const {
        if (term.is_square())
            return inner(term.factors[0]) + "²";
        std::string text;
        for (const Factor& factor : term.factors) {
            if (!text.empty())
                text += "·";
            text += first && text.empty() ? number(factor) : inner(factor);
        }
        return text;
    }

    std::string power(const Derivation& derivation, const Term& term) const {
        const Factor& own = term.factors.front();
        if (!shows_subtraction(derivation))
            return "e^" + inner(own);
        return "e^(" + number(own) + " - " + inner(Factor{own.place, derivation.largest}) + ")";
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
                return number(leaf.factor);
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
                    (!divisor.is_computed ? shortest(divisor.number)
                     : divisor.place      ? number(Factor{*divisor.place, divisor.number})
                                          : number(divisor.number));
        return text;
    }

    std::string normalised(const Derivation& derivation) const {
        const std::string below = sum(derivation);
        std::string text =
            summand(derivation, derivation.terms[*derivation.own], true) + " / " +
            (derivation.terms.size() == 1 && below.front() != '-' ? below : "(" + below + ")");
        if (digits_.powers) {
            const PowerShare share = power_share(derivation);
            text += " = " + format(share.own, *digits_.powers) + " / " +
                    format(share.sum, *digits_.powers);
        }
        return text;
    }

private:
    const DerivationStyle& style_;
    EquationDigits digits_;
};

/// Writes the result, and why if the mask decides it.
std::string result_text(const Derivation& derivation, const DerivationStyle& style) {
    std::string text =
        derivation.rule == Rule::Undefined
            ? std::string("–")
            : said_number(derivation.result, result_format(derivation, style.numbers));
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
