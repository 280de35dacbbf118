// SPDX-License-Identifier: MIT
// Equations are true as they are printed: the printed terms, read back and put together, give the
// printed result, for numbers of any size.
#include "core/document/derivation_latex.h"
#include "core/document/derivation_text.h"
#include "core/document/sheet.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

using namespace attn;
using namespace attn::testing;

namespace {

/// A number with how far the same calculation in doubles may be from it.
struct Number {
    long double value = 0;
    long double noise = 0;
    int count = 0; // how many printed numbers it is made of

    friend Number operator+(const Number& a, const Number& b) { return sum(a, b, 1); }
    friend Number operator-(const Number& a, const Number& b) { return sum(a, b, -1); }
    friend Number operator*(const Number& a, const Number& b) {
        const long double value = a.value * b.value;
        return rounded(
            value, std::abs(a.value) * b.noise + std::abs(b.value) * a.noise + a.noise * b.noise, a,
            b);
    }
    friend Number operator/(const Number& a, const Number& b) {
        const long double value = a.value / b.value;
        const long double least = std::abs(b.value) - b.noise; // b may be as near to 0
        const long double noise =
            least > 0 ? (a.noise + std::abs(value) * b.noise) / least : INFINITY;
        return rounded(value, noise, a, b);
    }
    friend Number root(const Number& a) {
        const long double value = std::sqrt(a.value);
        return rounded(value, value > 0 ? a.noise / value : std::sqrt(a.noise), a, {});
    }
    friend Number power(const Number& a) {
        const long double value = std::exp(a.value);
        return rounded(value, value * std::expm1(a.noise + std::abs(a.value) * 0x1p-52L), a, {});
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

/// Reads what numbers_text() writes: "(1.5·2.0 + (-1.0)² ) / √4", "e^(2.0 - 3.0)".
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Number all() {
        const Number value = quotient();
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
    Number quotient() {
        Number value = sum();
        while (take(" / "))
            value = value / factor();
        return value;
    }
    Number sum() {
        Number value = product();
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
        while (take("·"))
            value = value * factor();
        return value;
    }
    Number factor() {
        if (take("√"))
            return root(factor());
        if (take("e^"))
            return power(factor());
        Number value;
        if (take("(")) {
            value = quotient();
            EXPECT_TRUE(take(")")) << text_;
        } else {
            value = number();
        }
        return take("²") ? value * value : value;
    }
    Number number() {
        long double value = 0;
        const auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        EXPECT_EQ(fault, std::errc{}) << text_;
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return {value, std::abs(value) * 0x1p-53L, 1};
    }

    std::string_view text_;
};

/// Half a unit of the last digit of a printed number.
long double half_unit(const std::string& text) {
    const auto e = text.find('e');
    const auto point = text.find('.');
    const int exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
    const int decimals =
        point == std::string::npos ? 0 : static_cast<int>(std::min(e, text.size()) - point - 1);
    return std::pow(10.0L, exponent - decimals) / 2;
}

/// Numbers of the size 10^±reach.
Document of_any_size(std::uint32_t seed, int reach) {
    Document document = random_document(seed);
    Random random(seed + 1000);
    const auto scaled = [&](const Matrix& matrix) {
        const auto exponent = static_cast<Real>(random.whole(-reach, reach));
        Matrix made = matrix * std::pow(10.0, exponent);
        if (random.chance(0.3)) // of all sizes in one matrix
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

class PrintedEquations : public ::testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, PrintedEquations, ::testing::Range(1U, 8U));

} // namespace

TEST_P(PrintedEquations, GiveThePrintedResult) {
    constexpr std::uint32_t parts = 7, seeds = 210;
    std::size_t compared = 0;
    for (std::uint32_t seed = GetParam(); seed <= seeds; seed += parts) {
        const int reach = seed % 3 == 0 ? 300 : seed % 3 == 1 ? 30 : 2;
        const Document document = of_any_size(seed, reach);
        const Trace trace = evaluate(document);
        const DerivationStyle style{
            {seed % 2 == 0 ? NumberFormat::Kind::Decimals : NumberFormat::Kind::Significant,
             static_cast<int>(seed % 5 + 1)},
            2 + seed % 6};
        for (SheetId sheet : sheets(document)) {
            const Shape shape = shape_of(document, sheet);
            for (Index at = 0; at < shape.rows * shape.columns; ++at) {
                const Place place{sheet, at / shape.columns, at % shape.columns};
                const Derivation derivation = derive(document, trace, place);
                const std::string text = numbers_text(derivation, style);
                if (text.empty() || !std::isfinite(derivation.result) ||
                    text.find("∞") != std::string::npos || text.find("NaN") != std::string::npos)
                    continue;
                const std::string result = format(derivation.result, style.numbers);
                const Number found = Reader(text).all();
                const long double printed = std::stold(result);
                ASSERT_LE(std::abs(found.value - printed),
                          half_unit(result) * (1 + found.count) + 4 * found.noise)
                    << "seed " << seed << ": " << to_text(place) << " = " << text << " = " << result
                    << ", which is " << found.value;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 500U);
}

TEST(PrintedEquation, KeepsItsDigitsWhereTheyAreEnough) {
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
