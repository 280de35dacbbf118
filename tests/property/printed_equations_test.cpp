// SPDX-License-Identifier: MIT
// Equations are true as printed: the printed terms, read back and combined, give the printed
// result, for numbers of any size.
#include "core/document/explaining/derivation_latex.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace attn::printed_equations_test {

using namespace test;

namespace {

/// A number and how far the same calculation in doubles may be from it.
struct Number {
    long double value = 0;
    long double noise = 0;
    int count = 0; // how many printed numbers it is made from

    friend Number operator+(const Number& a, const Number& b) { return sum(a, b, 1); }
    friend Number operator-(const Number& a, const Number& b) { return sum(a, b, -1); }
    friend Number operator*(const Number& a, const Number& b) {
        const long double result = a.value * b.value;
        return rounded(
            result, std::abs(a.value) * b.noise + std::abs(b.value) * a.noise + a.noise * b.noise,
            a, b);
    }
    friend Number operator/(const Number& a, const Number& b) {
        const long double result = a.value / b.value;
        const long double least = std::abs(b.value) - b.noise; // the smallest possible size of b
        const long double around =
            least > 0 ? (a.noise + std::abs(result) * b.noise) / least : INFINITY;
        return rounded(result, around, a, b);
    }
    friend Number root(const Number& a) {
        const long double result = std::sqrt(a.value);
        return rounded(result, result > 0 ? a.noise / result : std::sqrt(a.noise), a, {});
    }
    friend Number power(const Number& a) {
        const long double result = std::exp(a.value);
        return rounded(result, result * std::expm1(a.noise + std::abs(a.value) * 0x1p-52L), a, {});
    }

    /// A function whose slope is nowhere more than `slope`.
    static Number function(const Number& a, long double value, long double slope) {
        return rounded(value, slope * a.noise, a, {});
    }
    static Number larger(const Number& a, const Number& b) {
        return {std::max(a.value, b.value), std::max(a.noise, b.noise), a.count + b.count};
    }

private:
    static Number rounded(long double value, long double noise, const Number& a, const Number& b) {
        constexpr long double smallest = 5e-324L;
        return {value, noise + std::abs(value) * 0x1p-52L + smallest, a.count + b.count};
    }
    static Number sum(const Number& a, const Number& b, int sign) {
        Number made = rounded(a.value + sign * b.value, a.noise + b.noise, a, b);
        made.noise += (std::abs(a.value) + std::abs(b.value)) * 0x1p-52L;
        return made;
    }
};

/// Reads what numbers_text() writes, by the usual rules: "(1.5·2.0 + (-1.0)²) / √4", "e^(2.0 -
/// 3.0)", "-0.5/2·(1 + erf(0.5/√2))".
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Number all() {
        const Number value = sum();
        EXPECT_EQ(text_, "") << "is left over";
        return value;
    }

private:
    bool take(std::string_view what) {
        if (!text_.starts_with(what))
            return false;
        text_.remove_prefix(what.size());
        return true;
    }
    Number sum() {
        const bool is_negative = take("-"); // applies to the whole product: -2² is -4
        Number value = product();
        if (is_negative)
            value = Number{} - value;
        while (true) {
            if (take(" + "))
                value = value + product();
            else if (take(" - "))
                value = value - product();
            else
                return value;
            if (take(" (the other "))
                text_.remove_prefix(text_.find(')') + 1);
        }
    }
    Number product() {
        Number value = factor();
        while (true) {
            if (take("·"))
                value = value * factor();
            else if (take(" / ") || take("/"))
                value = value / factor();
            else
                return value;
        }
    }
    /// Reads an expression in parentheses.
    Number argument() {
        const Number value = sum();
        EXPECT_TRUE(take(")")) << text_;
        return value;
    }
    Number function(const std::string& name) {
        const Number of = argument();
        if (name == "tanh")
            return Number::function(of, std::tanh(of.value), 1);
        if (name == "log")
            return Number::function(of, std::log(of.value), 1 / (of.value - of.noise));
        if (name == "sin")
            return Number::function(of, std::sin(of.value), 1);
        if (name == "cos")
            return Number::function(of, std::cos(of.value), 1);
        EXPECT_EQ(name, "erf");
        return Number::function(of, std::erf(of.value), 1.13L);
    }
    Number factor() {
        if (take("√"))
            return root(factor());
        if (take("e^"))
            return power(factor());
        if (take("max(")) {
            const Number first = sum();
            EXPECT_TRUE(take(", ")) << text_;
            return squared(Number::larger(first, argument()));
        }
        for (const char* const name : {"tanh", "sin", "cos", "erf", "log"})
            if (take(std::string(name) + "("))
                return squared(function(name));
        return squared(take("(") ? argument() : number());
    }
    Number squared(const Number& value) { return take("²") ? value * value : value; }
    Number number() {
        long double value = 0;
        const auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        EXPECT_EQ(fault, std::errc{}) << text_;
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return {value, std::abs(value) * 0x1p-53L, 1};
    }

    std::string_view text_;
};

/// Half a unit in the last digit of a printed number.
long double half_unit(const std::string& text) {
    const auto e = text.find('e');
    const auto point = text.find('.');
    const int exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
    const int decimals =
        point == std::string::npos ? 0 : static_cast<int>(std::min(e, text.size()) - point - 1);
    return std::pow(10.0L, exponent - decimals) / 2;
}

/// A document with numbers up to the size 10^±reach.
Document of_any_size(std::uint32_t seed, int reach) {
    Document document = random_document(seed);
    Random random(seed + 1000);
    const auto scaled = [&](const Matrix& matrix) {
        const auto exponent = static_cast<Real>(random.whole(-reach, reach));
        Matrix made = matrix * std::pow(10.0, exponent);
        if (random.chance(0.3)) // mixes sizes in one matrix
            for (Real& value : made.reshaped())
                value *= std::pow(10.0, static_cast<Real>(random.whole(-reach, reach)) / 8);
        return Matrix(made.cwiseMax(-1e300).cwiseMin(1e300));
    };
    document.embeddings = scaled(*document.embeddings);
    for (HeadWeights& head : document.heads)
        head = {scaled(*head.w_q), scaled(*head.w_k), scaled(*head.w_v)};
    if (random.chance(0.3))
        document.switches.temperature =
            std::pow(10.0, static_cast<Real>(random.whole(-reach, reach)));
    return document;
}

/// A tree of expressions around numbers of ordinary size.
Expression random_expression(Random& random, int depth) {
    using namespace attn::expression;
    const auto part = [&] { return random_expression(random, depth - 1); };
    const auto parts = [&](Index most) {
        std::vector<Expression> list;
        for (Index at = random.whole(1, most); at > 0; --at)
            list.push_back(part());
        return list;
    };
    const auto any = [&](auto... of) {
        const std::array<std::string_view, sizeof...(of)> list = {of...};
        return list[static_cast<std::size_t>(random.whole(0, sizeof...(of) - 1))];
    };
    const auto leaf = [&] {
        const Real value = static_cast<Real>(random.whole(-400, 400)) / 128;
        return random.chance(0.3)
                   ? constant(random.chance(0.5) ? value / 3 : value)
                   : number({{{Stage::X}, random.whole(0, 3), random.whole(0, 3)}, value});
    };
    if (depth == 0)
        return leaf();
    switch (random.whole(0, 9)) {
    case 0:
        return leaf();
    case 1:
        return sum(parts(3));
    case 2:
        return series(parts(9));
    case 3:
        return product(parts(3));
    case 4:
        return quotient(part(), part());
    case 5:
        return negative(part());
    case 6:
        return square(part());
    case 7:
        return root(square(part()));
    case 8:
        return difference(part(), part());
    default:
        return random.chance(0.2) ? call("max", {part(), part()})
                                  : call(any("tanh", "sin", "cos", "erf", "exp"), {part()});
    }
}

/// Checks every number of the document, of a large matrix about 100, and counts the comparisons.
void expect_printed(const Document& document, const DerivationStyle& style, std::size_t& compared) {
    const Trace trace = evaluate(document);
    const Graph stages = graph(document);
    for (SheetId sheet : sheets(document)) {
        const Shape shape = shape_of(document, sheet);
        // An odd step goes through all columns.
        const Index step = shape.rows * shape.columns / 100 / 2 * 2 + 1;
        for (Index at = 0; at < shape.rows * shape.columns; at += step) {
            const Place place{sheet, at / shape.columns, at % shape.columns};
            const Derivation derivation = derive(stages, document, trace, place);
            const std::string text = numbers_text(derivation, style);
            if (text.empty() || !std::isfinite(derivation.result) ||
                text.find("∞") != std::string::npos || text.find("NaN") != std::string::npos)
                continue;
            const std::string result = format(derivation.result, style.numbers);
            const long double printed = std::stold(result);
            // "e^2.86 / (…) = 17.4 / 62.3" gives the result twice.
            for (std::size_t from = 0, end = 0; end < text.size(); from = end + 3) {
                end = std::min(text.find(" = ", from), text.size());
                const Number found = Reader(text.substr(from, end - from)).all();
                ASSERT_LE(std::abs(found.value - printed),
                          half_unit(result) * (1 + found.count) + 4 * found.noise)
                    << document.title << ": " << to_text(place) << " = " << text << " = " << result
                    << ", which is " << found.value;
                ++compared;
            }
        }
    }
}

/// Decimals or significant digits, few or many, with sums that are cut short.
DerivationStyle style_of(std::uint32_t seed) {
    return {{seed % 2 == 0 ? NumberFormat::Kind::Decimals : NumberFormat::Kind::Significant,
             static_cast<int>(seed % 5 + 1)},
            2 + seed % 6};
}

class PrintedEquations : public ::testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, PrintedEquations, ::testing::Range(1U, 8U));

} // namespace

TEST_P(PrintedEquations, GiveThePrintedResult) {
    constexpr std::uint32_t parts = 7, seeds = 252;
    std::size_t compared = 0;
    for (std::uint32_t seed = GetParam(); seed <= seeds; seed += parts) {
        const int reach = seed % 3 == 0 ? 300 : seed % 3 == 1 ? 30 : 2;
        const Document document = of_any_size(seed, reach);
        expect_printed(document, style_of(seed), compared);
    }
    EXPECT_GT(compared, 500U);
}

TEST_P(PrintedEquations, WithOptionsGiveThePrintedResult) {
    std::size_t compared = 0;
    const auto last = static_cast<std::uint32_t>(attn::test::times(126));
    for (std::uint32_t seed = GetParam(); seed <= last; seed += 7) {
        Document document = random_document_of_any_kind(seed);
        if (seed / 7 % 2 == 1)
            document.convention = Convention::TokensAsColumns;
        expect_printed(document, style_of(seed), compared);
    }
    EXPECT_GT(compared, 500U);
}

TEST_P(PrintedEquations, InPresetsGiveThePrintedResult) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets) << presets.error().text();
    std::size_t compared = 0;
    for (std::size_t at = GetParam() - 1; at < presets->size(); at += 7) {
        Document document = *io::open_file((*presets)[at].path);
        for (const Convention convention :
             {Convention::TokensAsRows, Convention::TokensAsColumns}) {
            document.convention = convention;
            expect_printed(document, style_of(GetParam()), compared);
        }
    }
    EXPECT_GT(compared, 500U);
}

TEST_P(PrintedEquations, OfRandomExpressionsGiveThePrintedResult) {
    Random random(GetParam());
    std::size_t compared = 0;
    for (int round = 0; round < 400; ++round) {
        Derivation derivation;
        derivation.rule = Rule::Expression;
        derivation.expression = random_expression(random, static_cast<int>(random.whole(1, 4)));
        derivation.result = evaluated(derivation);
        const bool is_full = round % 2 == 0; // with all digits no error is allowed
        const DerivationStyle style{{NumberFormat::Kind::Significant, is_full ? 17 : 3},
                                    is_full ? 100U : 4U};
        const std::string text = numbers_text(derivation, style);
        if (text.empty() || !std::isfinite(derivation.result))
            continue;
        const std::string result = format(derivation.result, style.numbers);
        const Number found = Reader(text).all();
        ASSERT_LE(std::abs(found.value - std::stold(result)),
                  half_unit(result) * (1 + found.count) + 4 * found.noise)
            << round << ": " << text << " = " << result << ", which is " << found.value;
        ++compared;
    }
    EXPECT_GT(compared, 200U);
}

TEST(PrintedEquation, KeepsItsDigitsIfTheySuffice) {
    Document document = new_document();
    document.embeddings = Matrix{{1.5, 0.25}, {0.25, -0.125}};
    const Trace trace = evaluate(document);
    const DerivationStyle two{{NumberFormat::Kind::Decimals, 2}, 6};
    EXPECT_EQ(numbers_text(derive(document, trace, {{Stage::Scores}, 0, 1}), two),
              "1.50·0.25 + 0.25·(-0.12)");
}

TEST(PrintedEquation, GetsTheDigitsItNeeds) {
    Document document = new_document();
    document.embeddings = Matrix{{0.00434, 1e-120}, {9.9, 0}};
    document.switches.scale = {Scale::Kind::Number, 1e-200};
    const Trace trace = evaluate(document);
    const DerivationStyle two{{NumberFormat::Kind::Decimals, 2}, 6};
    EXPECT_EQ(one_line(derive(document, trace, {{Stage::Scores}, 0, 1}), two),
              "scores[0,1] = Q[0,·] · K[1,·] = 0.004·9.90 + 1e-120·0.00 = 0.04");
    EXPECT_EQ(numbers_text(derive(document, trace, {{Stage::Scaled}, 0, 1}), two),
              "0.043 / 1e-200");
    const std::string latex = to_latex(derive(document, trace, {{Stage::Scores}, 0, 1}), two);
    EXPECT_NE(latex.find("&= 0.004 \\cdot 9.90 + 1 \\cdot 10^{-120} \\cdot 0.00 "),
              std::string::npos)
        << latex;
}

} // namespace attn::printed_equations_test
