// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

using namespace attn;

TEST(NumberText, ShortestReadsBackAsTheSameDouble) {
    for (const Real value : {0.1, 1.0 / 3, 1e-320, -2.5, 1.7976931348623157e308})
        EXPECT_EQ(parse_number(shortest(value)).value(), value);
    EXPECT_EQ(shortest(std::nan("")), "NaN");
    EXPECT_EQ(shortest(-std::numeric_limits<Real>::infinity()), "-Infinity");
}

TEST(NumberText, DecimalsAreFixed) {
    EXPECT_EQ(decimals(0.125, 2), "0.12");
    EXPECT_EQ(decimals(-0.0, 2), "0.00");
    EXPECT_EQ(decimals(-0.001, 2), "0.00") << "what is shown as 0 has no sign";
    EXPECT_EQ(decimals(-0.4, 0), "0");
    EXPECT_EQ(decimals(-0.006, 2), "-0.01");
    EXPECT_EQ(decimals(12345678912.0, 2), "1.23e+10");
}

// Most decimals come from one product, the others from the exact value. The C library checks all of
// them.
TEST(NumberText, DecimalsRoundTheExactValue) {
    std::mt19937_64 draw(7);
    std::uniform_real_distribution<Real> size(-9, 9.1);
    const auto compare = [](Real value, int digits) {
        std::array<char, 64> buffer;
        const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
        std::string expected(buffer.data(), static_cast<std::size_t>(length));
        if (expected.find_first_of("123456789") == std::string::npos && expected.front() == '-')
            expected.erase(0, 1);
        EXPECT_EQ(decimals(value, digits), expected) << digits << " of " << shortest(value);
    };
    for (int at = 0; at < 20'000; ++at) {
        const Real value = std::pow(10.0, size(draw)) * (at % 2 ? 1 : -1);
        const int digits = at % 9;
        const Real tie =
            (std::round(value * std::pow(10.0, digits)) + 0.5) / std::pow(10.0, digits);
        const Real infinity = std::numeric_limits<Real>::infinity();
        for (const Real one : {value, tie, std::nextafter(tie, -infinity),
                               std::nextafter(tie, infinity), tie * (1 + 1e-15), tie * (1 - 1e-12)})
            if (std::abs(one) < 1e9)
                compare(one, digits);
    }
}

TEST(NumberText, SignificantDigitsKeepTheirCount) {
    EXPECT_EQ(significant(0.5, 3), "0.500");
    EXPECT_EQ(significant(9.996, 3), "10.0");
    EXPECT_EQ(significant(1234.5, 2), "1234");
    EXPECT_EQ(significant(1.234e-7, 3), "1.23e-07");
    EXPECT_EQ(significant(0, 3), "0.00");
}

TEST(NumberText, PowersOfTenAreShort) {
    EXPECT_EQ(scientific(1.25e6, 1), "1.2e6");
    EXPECT_EQ(scientific(-3e-7, 1), "-3.0e-7");
    EXPECT_EQ(scientific(9.96, 1), "1.0e1");
    EXPECT_EQ(scientific(2.5, 1), "2.5");
    EXPECT_EQ(scientific(-0.0, 2), "0");
    EXPECT_EQ(scientific(1e-300, 0), "1e-300");
    EXPECT_EQ(scientific(std::nan(""), 1), "NaN");
}

TEST(NumberText, FractionsAreExactOrAbsent) {
    EXPECT_EQ(fraction(1.0 / 3), "1/3");
    EXPECT_EQ(fraction(-0.75), "-3/4");
    EXPECT_EQ(fraction(4), "4");
    EXPECT_EQ(fraction(0), "0");
    EXPECT_EQ(fraction(std::sqrt(2)), std::nullopt);
    EXPECT_EQ(fraction(0.333), std::nullopt); // 333/1000: the denominator is too large
}

TEST(NumberText, ReadsWhatPeopleType) {
    EXPECT_EQ(parse_number("1,5").value(), 1.5);
    EXPECT_EQ(parse_number(" +1 ").value(), 1);
    EXPECT_EQ(parse_number("\u22121").value(), -1);
    EXPECT_EQ(parse_number("1e-3").value(), 0.001);
    EXPECT_EQ(parse_number("1e-400").value(), 0);
}

TEST(NumberText, RefusesWhatIsNotOneNumber) {
    for (const char* text : {"", " ", "1 2", "0x10", "nan", "inf", "1e400", "1.5.5", "1,5,5", "abc",
                             "1,5.5", "--1", "+-1"})
        EXPECT_FALSE(parse_number(text).has_value()) << text;
}
