// SPDX-License-Identifier: MIT
#include "core/io/text/cell_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <locale>
#include <numbers>
#include <string>

using namespace attn;
using attn::io::parse_cell;

namespace {

void expect_reads(std::string_view text, Real expected) {
    const auto found = parse_cell(text);
    ASSERT_TRUE(found.has_value()) << text << ": " << found.error().text();
    EXPECT_EQ(*found, expected) << text;
}

/// Expects the text to be refused with a message that contains `part`.
void expect_refuses(std::string_view text, std::string_view part) {
    const auto found = parse_cell(text);
    ASSERT_FALSE(found.has_value()) << text << " was read as " << *found;
    EXPECT_NE(found.error().message.find(part), std::string::npos)
        << text << ": " << found.error().message;
}

} // namespace

TEST(CellText, ReadsNumbersAsWritten) {
    expect_reads("1.5", 1.5);
    expect_reads(" -2 ", -2);
    expect_reads("+1", 1);
    expect_reads("1e-3", 1e-3);
    expect_reads("−1", -1);
    expect_reads("1e−3", 1e-3);
    expect_reads("0.1", 0.1);
    expect_reads("123456789.123456789", 123456789.123456789);
    expect_reads("1e-400", 0);
}

TEST(CellText, ReadsArithmetic) {
    expect_reads("1/3", 1.0 / 3);
    expect_reads("sqrt(2)/2", std::sqrt(2.0) / 2);
    expect_reads("2^-3", 0.125);
    expect_reads("-(1+2)*3", -9);
    expect_reads("pi", std::numbers::pi);
    expect_reads("e", std::numbers::e);
    expect_reads("π/2", std::numbers::pi / 2);
    expect_reads("2×3", 6);
    expect_reads("2·3", 6);
    expect_reads("6÷4", 1.5);
    expect_reads("5 − −2", 7);
    expect_reads("2**3", 8);
    expect_reads("1e-3*2", 2e-3);
    expect_reads("0.1+0.2", 0.1 + 0.2);
    expect_reads(" 1 / 3 ", 1.0 / 3);
    expect_reads("SQRT(4)", 2);
    expect_reads("log(e)", 1);
    expect_reads("ln(e)", 1);
    expect_reads("log10(1000)", 3);
    expect_reads("log2(8)", 3);
    expect_reads("1e3/1e-3", 1e6);
    expect_reads("exp(0)", 1);
}

TEST(CellText, TakesAFormulaAsASpreadsheetBeginsOne) {
    expect_reads("=1/2", 0.5);
    expect_reads(" = -2", -2);
    expect_reads("=sqrt(4)", 2);
    expect_reads("=1,5", 1.5);
    expect_refuses("=", "nothing was entered");
    expect_refuses("==1", "has no meaning");
    expect_refuses("1=1", "has no meaning");
}

TEST(CellText, EveryFunctionItNamesWorks) {
    expect_reads("abs(-2)", 2);
    expect_reads("acos(1)+asin(0)+atan(0)", 0);
    expect_reads("cos(0)+sin(0)+tan(0)", 1);
    expect_reads("cosh(0)+sinh(0)+tanh(0)", 1);
    expect_reads("sign(-3)", -1);
    expect_reads("min(3; 2)", 2);
    expect_reads("max(1, 2, 3)", 3);
}

TEST(CellText, PowersBindAsInMathematics) {
    expect_reads("-2^2", -4);
    expect_reads("2^3^2", 512);
    expect_reads("2*3^2", 18);
    expect_reads("8/4/2", 1);
    expect_reads("1-2-3", -4);
}

TEST(CellText, ACommaIsDecimalExceptBetweenTheArgumentsOfMaxAndMin) {
    expect_reads("1,5", 1.5);
    expect_reads(",5", 0.5);
    expect_reads("1,5*2", 3);
    expect_reads("(1,5+2,5)/2", 2);
    expect_reads("sqrt(2,25)", 1.5);
    expect_reads("max(1,2)", 2);
    expect_reads("max(1,5)", 5);
    expect_reads("max(1.5,2.5)", 2.5);
    expect_reads("max(1,5; 2)", 2);
    expect_reads("max((1,5), 1)", 1.5);
    expect_reads("1,5 + max(1,2)", 3.5);
    expect_refuses("1.5+1,5", "both a decimal point and a decimal comma");
    expect_refuses("1,23.5", "two decimal marks");
    expect_refuses("1,2,3", "two decimal marks");
    expect_refuses("1, 5", "\",\" in the wrong place");
    expect_refuses("1;2", "\";\" in the wrong place");
    expect_refuses("max(1, 5; 2)", "\",\" in the wrong place");
}

TEST(CellText, ReadsThousandsSeparators) {
    for (const char* text :
         {"1,234.5", "1.234,5", "1 234,5", "1 234.5", "1'234.5", "1’234,5", "1\u00a0234,5",
          "1\u202f234.5", "1\u2009234.5", "1_234.5", "1,234.50e0"})
        expect_reads(text, 1234.5);
    expect_reads("1,234,567", 1234567);
    expect_reads("1.234.567", 1234567);
    expect_reads("-1.234.567,25", -1234567.25);
    expect_reads("12 345 678", 12345678);
    expect_reads("1,234.5*2", 2469);
    expect_reads("1_000", 1000);
    expect_reads("1,234", 1.234); // a single comma is a decimal comma
    for (const char* text : {"1,23.5", "1,2345.5", "0,123.5", "01,234.5", "1.234,5,6", "1,234.5.6",
                             "1 23", "12 34", "1 234 5", "1'23", "1,234'567.5", "1234,567.5", "1_"})
        EXPECT_FALSE(parse_cell(text)) << text;
}

TEST(CellText, ReadsPercent) {
    expect_reads("55%", 0.55);
    expect_reads("12,5 %", 0.125);
    expect_reads("-7%", -0.07);
    expect_reads("50%*4", 2);
    for (const char* text : {"%", "%5", "5%%", "7 % 3", "x%"})
        EXPECT_FALSE(parse_cell(text)) << text;
}

TEST(CellText, ReadsNamesFromProgrammingLanguages) {
    const Real root = std::sqrt(2.0), pi = std::numbers::pi;
    for (const char* text : {"np.sqrt(2)", "numpy.sqrt(2)", "math.sqrt(2)", "torch.sqrt(2)",
                             "jnp.sqrt(2)", "tf.math.sqrt(2)", "Sqrt[2]", "√2", "√(2)", "2**0.5",
                             "np.sqrt(np.float64(2.0))", "torch.sqrt(torch.tensor(2.))"})
        expect_reads(text, root);
    expect_reads("1/np.sqrt(2)", 1 / root);
    expect_reads("-math.pi/4", -pi / 4);
    expect_reads("np.pi", pi);
    expect_reads("Pi", pi);
    expect_reads("np.exp(-0.5)", std::exp(-0.5));
    expect_reads("np.arctan(1)", std::atan(1));
    expect_reads("ArcTan[1]", std::atan(1));
    expect_reads("np.float64(-0.5)", -0.5);
    expect_reads("-np.float32(0.5)", -0.5);
    expect_reads("float('1e-3')", 1e-3);
    expect_reads("Decimal('0.1')", 0.1);
    expect_reads("tensor(0.4602, dtype=torch.float64)", 0.4602);
    expect_reads("Fraction(1, 3)", 1.0 / 3);
    expect_reads("Rational(-1, 3)", -1.0 / 3);
    expect_reads("np.int64(3)", 3);
    expect_reads("1.5*^-5", 1.5e-5);
    expect_reads("2.*^3", 2000);
    expect_reads("3×10⁻²", 0.03);
    expect_reads("2²", 4);
    for (const char* text :
         {"foo.sqrt(2)", "np.foo(2)", "np.sqrt", "np.", "int(0.7)", "np.linalg.norm(2)", "x[0]",
          "np.float64(0.5, 2)", "Fraction(1, 0)", "softmax(2)", "float('x')", "np.array(1, 2)"})
        EXPECT_FALSE(parse_cell(text)) << text;
    expect_refuses("np.tanhh(1)", "\"np.tanhh(1)\" contains \"tanhh\"");
}

TEST(CellText, RefusesWhatIsNoNumberAndExplains) {
    expect_refuses("", "nothing was entered");
    expect_refuses("  ", "nothing was entered");
    expect_refuses("1 2", "no operator between \"1\" and \"2\"");
    expect_refuses("1e400", "beyond the largest number");
    expect_refuses("2*1e400", "beyond the largest number");
    expect_refuses("nan", "not a finite number");
    expect_refuses("-inf", "not a finite number");
    expect_refuses("Infinity", "not a finite number");
    expect_refuses("0x10", "hexadecimal");
    expect_refuses("1.5.5", "two decimal marks");
    expect_refuses("abc", "\"abc\", which is not a function or constant");
    expect_refuses("2abc", "not a function or constant");
    expect_refuses("1/0", "no finite value");
    expect_refuses("0/0", "no value among the real numbers");
    expect_refuses("log(-1)", "no value among the real numbers");
    expect_refuses("10^400", "no finite value");
    for (const char* text : {"1 2", "0x10", "1/0", "abc", "a=1"})
        expect_refuses(text, "accepted are numbers such as 1.5, 1,5 or 1e-3 and arithmetic");
}

TEST(CellText, RefusesInvalidArithmetic) {
    expect_refuses("1+", "ends too early");
    expect_refuses("*2", "");
    expect_refuses("(1", "not closed");
    expect_refuses("1)", "not opened");
    expect_refuses("()", "");
    expect_refuses("sqrt", "needs parentheses");
    expect_refuses("sqrt 2", "needs parentheses");
    expect_refuses("sqrt()", "");
    expect_refuses("max()", "");
    expect_refuses("max(1,)", "");
    expect_refuses("max(,1)", "");
    expect_refuses("2(3)", "no operator between \"2\" and \"(\"");
    expect_refuses("(1)(2)", "no operator");
    expect_refuses("2pi", "no operator between \"2\" and \"pi\"");
    expect_refuses(".", "without digits");
    expect_refuses("1..2", "two decimal marks");
}

TEST(CellText, RefusesWhatIsMoreThanArithmetic) {
    for (const char* text :
         {"a=1", "pi=3", "round(2)", "1?2:3", "\"text\"", "'1'", "1<2",   "1==1", "1&&1",
          "!1",  "7%3",  "$1",       "_pi",   "1__0",     "x",   "rnd()", "1\n2", "5€",
          "½",   "٣",    "[1]",      "{1}",   "1|2",      "~1",  "1\\2",  "#1"})
        EXPECT_FALSE(parse_cell(text).has_value()) << text;
    expect_refuses("1?2:3", "\"?\", which has no meaning here");
    EXPECT_FALSE(parse_cell(std::string_view("1\0", 2)).has_value());
    EXPECT_FALSE(parse_cell("\xff\xfe").has_value());
}

TEST(CellText, RefusesLongAndDeepTexts) {
    expect_refuses(std::string(10240, '1'), "10240 bytes long");
    expect_refuses(std::string(10240, '('), "10240 bytes long");
    expect_refuses(std::string(200, '(') + "1" + std::string(200, ')'), "more than 50 parentheses");
    expect_reads(std::string(50, '(') + "1" + std::string(50, ')'), 1);
    const auto error = parse_cell(std::string(10240, 'x')).error();
    EXPECT_LT(error.message.size(), 400U);
    std::string sum = "1";
    while (sum.size() + 2 <= io::max_cell_text)
        sum += "+1";
    expect_reads(sum, static_cast<Real>((sum.size() + 1) / 2));
}

TEST(CellText, SurvivesAnyShortText) {
    // Tries every text of three of these characters; no result may be non-finite.
    constexpr std::string_view characters = "12.,;+-*/^() e";
    std::size_t read = 0;
    for (const char a : characters)
        for (const char b : characters)
            for (const char c : characters)
                if (const auto found = parse_cell(std::string{a, b, c})) {
                    EXPECT_TRUE(std::isfinite(*found)) << a << b << c;
                    ++read;
                }
    EXPECT_GT(read, 100U);
}

TEST(CellText, DoesNotDependOnTheLocale) {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
    expect_reads("1.5/2", 0.75);
    expect_reads("1,5/2", 0.75);
    expect_reads("1234.5+0", 1234.5);
    std::locale::global(before);
}
