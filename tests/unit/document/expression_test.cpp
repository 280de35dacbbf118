// SPDX-License-Identifier: MIT
// Expressions in their usual notation: formula, numbers, LaTeX, places.
#include "core/document/explaining/derivation_latex.h"
#include "core/document/explaining/derivation_text.h"
#include "core/engine/graph/expression_text.h"
#include "core/engine/graph/operation.h"
#include "tests/support/expressions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::test::expressions;
using attn::test::derivation_of;

namespace {

std::string formula(const Expression& expression) {
    return formula_of(expression, Convention::TokensAsRows);
}

std::string numbers(const Expression& expression, std::size_t most_terms = 6) {
    return numbers_text(derivation_of(expression), {{}, most_terms});
}

std::string latex(const Expression& expression) {
    return latex_lines(derivation_of(expression))[0];
}

std::string latex_numbers(const Expression& expression, std::size_t most_terms = 6) {
    return latex_lines(derivation_of(expression), {{}, most_terms})[1];
}

} // namespace

TEST(Expression, IsEvaluatedByTheTreeAlone) {
    EXPECT_EQ(evaluated(turned()), 2 * std::cos(2.0) - -3 * std::sin(2.0));
    EXPECT_EQ(evaluated(capped()), 50 * std::tanh(0.5));
    EXPECT_EQ(evaluated(deviation()), std::sqrt(10 / 2.0 + 1e-5));
    EXPECT_EQ(evaluated(normed()), -1);
    EXPECT_EQ(evaluated(stretched()), 0.5);
    EXPECT_EQ(evaluated(gelu(0.5)), 0.25 * (1 + std::erf(0.5 / std::sqrt(2.0))));
    EXPECT_EQ(evaluated(silu(0.5)), 0.5 / (1 + std::exp(-0.5)));
    EXPECT_EQ(evaluated(relu(-2)), 0);
    EXPECT_EQ(evaluated(relu(2)), 2);
    EXPECT_TRUE(std::isnan(evaluated(relu(NAN))));
    EXPECT_EQ(evaluated(squared_distance()), -(4 + 6.25) / 8);
    EXPECT_EQ(evaluated(additive(2)), std::tanh(0.0) + 2 * std::tanh(1.0));
    EXPECT_EQ(evaluated(cosine()), 2 / (std::sqrt(5.0) * std::sqrt(9.25)));
    EXPECT_EQ(evaluated(less_far()), 1.25);
    EXPECT_EQ(evaluated(rows_summed(4)), -2);
    EXPECT_EQ(evaluated(of_two_indices()), 18);
}

TEST(Expression, TheFormulaNamesPlacesAndConstants) {
    EXPECT_EQ(formula(turned()), "Q[0,0] · cos(4 · θ_0) - Q[0,1] · sin(4 · θ_0)");
    EXPECT_EQ(formula(capped()), "c · tanh(scaled[0,1] / c)");
    EXPECT_EQ(formula(deviation()), "√(Σ_j X[0,j]² / 2 + ε)");
    EXPECT_EQ(formula(normed()), "(X[0,1] - mean[0,0]) / deviation[0,0]");
    EXPECT_EQ(formula(stretched()), "scaled[0,1] · gamma[0,1] + beta[0,1]");
    EXPECT_EQ(formula(gelu(1)), "X[0,1] / 2 · (1 + erf(X[0,1] / √2))");
    EXPECT_EQ(formula(silu(1)), "X[0,1] / (1 + e^(-X[0,1]))");
    EXPECT_EQ(formula(relu(1)), "max(0, X[0,1])");
    EXPECT_EQ(formula(squared_distance()), "-Σ_j (Q[0,j] - K[1,j])² / (2 · σ²)");
    EXPECT_EQ(formula(additive(3)), "Σ_j W_O[0,j] · tanh(Q[0,j] + K[1,j])");
    EXPECT_EQ(formula(cosine()), "Σ_j Q[0,j] · K[1,j] / (√(Σ_j Q[0,j]²) · √(Σ_j K[1,j]²))");
    EXPECT_EQ(formula(less_far()), "scores[0,3] - m · |0 - 3|");
    EXPECT_EQ(formula(rows_summed(4)), "Σ_j V[j,1]");
    EXPECT_EQ(formula(of_two_indices()), "Σ_j weights[0,j] · Σ_k X[j,k] · W_O[k,1]");
}

TEST(Expression, TheFormulaFollowsTheConvention) {
    EXPECT_EQ(formula_of(rows_summed(4), Convention::TokensAsColumns), "Σ_j V[1,j]");
}

TEST(Expression, TheFormulaShowsShiftedIndices) {
    using namespace attn::expression;
    const auto pairs = [](Index from, Index step) {
        std::vector<Expression> parts;
        for (Index j = 0; j < 5; ++j)
            parts.push_back(product({at(Stage::X, 0, j, 1), at(Stage::X, 0, from + step * j, 2)}));
        return series(parts);
    };
    EXPECT_EQ(formula(pairs(1, 1)), "Σ_j X[0,j] · X[0,j+1]");
    EXPECT_EQ(formula(pairs(9, -1)), "X[0,0] · X[0,9] + … + X[0,4] · X[0,5]")
        << "no one index says what runs backwards";
}

TEST(Expression, ConstantsThatAreCountedAreOneIndex) {
    using namespace attn::expression;
    std::vector<Expression> parts;
    for (Index j = 0; j < 3; ++j)
        parts.push_back(
            product({constant(1.0 / static_cast<Real>(j + 1), "θ_{" + std::to_string(j) + "}"),
                     at(Stage::X, 0, j, 1)}));
    EXPECT_EQ(formula(series(parts)), "Σ_j θ_j · X[0,j]");
    EXPECT_EQ(latex(series(parts)), "\\sum_{j} \\theta_{j} \\cdot X_{0,j}");
    for (Expression& part : parts)
        part.parts[0].name.clear();
    EXPECT_EQ(formula(series(parts)), "1 · X[0,0] + 0.5 · X[0,1] + 0.3333333333333333 · X[0,2]");
}

TEST(Expression, NegativeNumbersAfterAnOperatorHaveParentheses) {
    EXPECT_EQ(numbers(turned()), "2.00·cos(4·0.5) - (-3.00)·sin(4·0.5)");
    EXPECT_EQ(numbers(capped()), "50·tanh(25.00/50)");
    EXPECT_EQ(numbers(deviation()), "√((1.00² + (-3.00)²) / 2 + 1e-05)");
    EXPECT_EQ(numbers(normed()), "(-3.00 - (-1.00)) / 2.00");
    EXPECT_EQ(numbers(stretched()), "3.00·0.50 + (-1.00)");
    EXPECT_EQ(numbers(gelu(0.5)), "0.50/2·(1 + erf(0.50/√2))");
    EXPECT_EQ(numbers(gelu(-0.5)), "-0.50/2·(1 + erf(-0.50/√2))");
    EXPECT_EQ(numbers(silu(0.5)), "0.50 / (1 + e^(-0.50))");
    EXPECT_EQ(numbers(silu(-0.5)), "-0.50 / (1 + e^(-(-0.50)))");
    EXPECT_EQ(numbers(relu(-2)), "max(0, -2.00)");
    EXPECT_EQ(numbers(squared_distance()), "-((1.00 - 3.00)² + (-2.00 - 0.50)²) / (2·2²)");
    EXPECT_EQ(numbers(additive(2)), "1.00·tanh(1.00 + (-1.00)) + 2.00·tanh(2.00 + (-1.00))");
    EXPECT_EQ(numbers(cosine()), "(1.00·3.00 + (-2.00)·0.50) / (√(1.00² + (-2.00)²)·√(3.00² + "
                                 "0.50²))");
    EXPECT_EQ(numbers(less_far()), "2.00 - 0.25·3");
    EXPECT_EQ(numbers(rows_summed(4)), "1.00 + (-2.00) + 3.00 + (-4.00)");
    EXPECT_EQ(numbers(at(Stage::X, 0, 1, 2)), "") << "a copy has no numbers but the result";
}

TEST(Expression, PartsAreGroupedByParentheses) {
    using namespace attn::expression;
    const Expression x = at(Stage::X, 0, 0, 2), y = at(Stage::X, 0, 1, -3);
    EXPECT_EQ(numbers(square(sum({x, y}))), "(2.00 + (-3.00))²");
    EXPECT_EQ(numbers(square(root(x))), "(√2.00)²");
    EXPECT_EQ(numbers(square(square(y))), "((-3.00)²)²");
    EXPECT_EQ(numbers(call("exp", {x})), "e^2.00");
    EXPECT_EQ(numbers(call("exp", {y})), "e^(-3.00)");
    EXPECT_EQ(numbers(square(call("exp", {x}))), "(e^2.00)²");
    EXPECT_EQ(numbers(product({x, sum({x, y})})), "2.00·(2.00 + (-3.00))");
    EXPECT_EQ(numbers(product({x, negative(y)})), "2.00·(-(-3.00))");
    EXPECT_EQ(numbers(quotient(x, product({x, y}))), "2.00 / (2.00·(-3.00))");
    EXPECT_EQ(numbers(quotient(x, quotient(x, y))), "2.00 / (2.00/(-3.00))");
    EXPECT_EQ(numbers(difference(x, sum({x, y}))), "2.00 - (2.00 + (-3.00))");
    EXPECT_EQ(numbers(negative(sum({x, y}))), "-(2.00 + (-3.00))");
    EXPECT_EQ(numbers(sum({y, negative(y)})), "-3.00 - (-3.00)");
    EXPECT_EQ(numbers(root(quotient(x, constant(2)))), "√(2.00/2)");
    EXPECT_EQ(formula(product({rows_summed(3), rows_summed(3)})), "(Σ_j V[j,1]) · Σ_j V[j,1]");
    EXPECT_EQ(formula(square(rows_summed(3))), "(Σ_j V[j,1])²");
    EXPECT_EQ(formula(series({sum({at(Stage::X, 0, 0, 1), x}), sum({at(Stage::X, 0, 1, 1), x})})),
              "Σ_j (X[0,j] + X[0,0])");
    EXPECT_EQ(latex(square(at(Stage::Vt, 0, 1, 2))), "(V^{T}_{0,1})^2");
}

TEST(Expression, AFractionIsOneNumber) {
    const Derivation half = derivation_of(expression::square(at(Stage::X, 0, 0, 0.5)));
    const DerivationStyle fractions{{NumberFormat::Kind::Fraction, 3}, 6};
    EXPECT_EQ(numbers_text(half, fractions), "(1/2)²");
    EXPECT_EQ(latex_lines(half, fractions)[1], "(\\tfrac{1}{2})^2");
}

TEST(Expression, LongSeriesShowTheLargestPartsAndCountTheRest) {
    EXPECT_EQ(numbers(rows_summed(10), 3), "-10.00 + 9.00 + (-8.00) + 4.00 (the other 7 terms)");
    EXPECT_EQ(numbers(rows_summed(4), 3), "1.00 + (-2.00) + 3.00 + (-4.00)")
        << "one alone is not counted";
    EXPECT_EQ(latex_numbers(rows_summed(10), 3),
              "-10.00 + 9.00 + (-8.00) + \\underbrace{4.00}_{\\text{7 other terms}}");
    EXPECT_EQ(numbers(additive(8), 2),
              "8.00·tanh(8.00 + (-1.00)) + 7.00·tanh(7.00 + (-1.00)) + 19.39 (the other 6 terms)");
}

TEST(Expression, LatexHasFractionsRootsAndFunctions) {
    EXPECT_EQ(latex(turned()), "Q_{0,0} \\cdot \\cos(4 \\cdot \\theta_{0}) - Q_{0,1} \\cdot "
                               "\\sin(4 \\cdot \\theta_{0})");
    EXPECT_EQ(latex(capped()), "c \\cdot \\tanh\\left(\\frac{\\mathrm{scaled}_{0,1}}{c}\\right)");
    EXPECT_EQ(latex(deviation()), "\\sqrt{\\frac{\\sum_{j} X_{0,j}^2}{2} + \\varepsilon}");
    EXPECT_EQ(latex(normed()), "\\frac{X_{0,1} - \\mathrm{mean}_{0,0}}{\\mathrm{deviation}_{0,0}}");
    EXPECT_EQ(latex(gelu(1)), "\\frac{X_{0,1}}{2} \\cdot \\left(1 + "
                              "\\operatorname{erf}\\left(\\frac{X_{0,1}}{\\sqrt{2}}\\right)"
                              "\\right)");
    EXPECT_EQ(latex(silu(1)), "\\frac{X_{0,1}}{1 + e^{-X_{0,1}}}");
    EXPECT_EQ(latex(relu(1)), "\\max(0, X_{0,1})");
    EXPECT_EQ(latex(squared_distance()),
              "-\\frac{\\sum_{j} (Q_{0,j} - K_{1,j})^2}{2 \\cdot \\sigma^2}");
    EXPECT_EQ(latex(additive(3)), "\\sum_{j} {W_O}_{0,j} \\cdot \\tanh(Q_{0,j} + K_{1,j})");
    EXPECT_EQ(latex(cosine()), "\\frac{\\sum_{j} Q_{0,j} \\cdot K_{1,j}}{\\sqrt{\\sum_{j} "
                               "Q_{0,j}^2} \\cdot \\sqrt{\\sum_{j} K_{1,j}^2}}");
    EXPECT_EQ(latex(less_far()), "\\mathrm{scores}_{0,3} - m \\cdot |0 - 3|");
    EXPECT_EQ(latex(rows_summed(4)), "\\sum_{j} V_{j,1}");
}

TEST(Expression, LatexWritesNumbersAlike) {
    EXPECT_EQ(latex_numbers(capped()), "50 \\cdot \\tanh\\left(\\frac{25.00}{50}\\right)");
    EXPECT_EQ(latex_numbers(deviation()), "\\sqrt{\\frac{1.00^2 + (-3.00)^2}{2} + 10^{-5}}");
    EXPECT_EQ(latex_numbers(gelu(-0.5)), "\\frac{-0.50}{2} \\cdot \\left(1 + "
                                         "\\operatorname{erf}\\left(\\frac{-0.50}{\\sqrt{2}}"
                                         "\\right)\\right)");
    EXPECT_EQ(latex_numbers(silu(-0.5)), "\\frac{-0.50}{1 + e^{-(-0.50)}}");
    EXPECT_EQ(latex_numbers(squared_distance()),
              "-\\frac{(1.00 - 3.00)^2 + (-2.00 - 0.50)^2}{2 \\cdot 2^2}");
    EXPECT_EQ(latex_numbers(stretched()), "3.00 \\cdot 0.50 + (-1.00)");
}

TEST(Expression, LatexNamesAreWrittenAsInMathematics) {
    EXPECT_EQ(latex_name("θ_{1}"), "\\theta_{1}");
    EXPECT_EQ(latex_name("temperature"), "\\mathrm{temperature}");
    EXPECT_EQ(latex_name("d_{model}"), "d_{\\mathrm{model}}");
    EXPECT_EQ(latex_name("d_k"), "d_{k}");
    EXPECT_EQ(latex_name("γx"), "\\gamma x");
}

TEST(Expression, PlacesAreListedOnceInOrder) {
    EXPECT_EQ(places(derivation_of(gelu(1))), (std::vector<Place>{{{Stage::X}, 0, 1}}));
    EXPECT_EQ(places(derivation_of(cosine())),
              (std::vector<Place>{
                  {{Stage::Q}, 0, 0}, {{Stage::K}, 1, 0}, {{Stage::Q}, 0, 1}, {{Stage::K}, 1, 1}}));
    EXPECT_TRUE(is_copy(derivation_of(at(Stage::X, 0, 1, 2))));
    EXPECT_FALSE(is_copy(derivation_of(relu(2))));
}

TEST(Expression, TheLargestNumbersAreFollowedFirst) {
    EXPECT_EQ(largest_places(derivation_of(squared_distance())),
              (std::vector<Place>{
                  {{Stage::K}, 1, 0}, {{Stage::Q}, 0, 1}, {{Stage::Q}, 0, 0}, {{Stage::K}, 1, 1}}));
    EXPECT_EQ(largest_places(derivation_of(additive(3))).front(), (Place{{Stage::WO}, 0, 2}));
}

TEST(Expression, AnExplanationContinuesWithTheOnlyComputedNumber) {
    Graph stages;
    stages.add({{Stage::X}, &operation::given, {}, {}, {2, 2}, {}});
    stages.add({{Stage::Scaled}, &operation::copied, {0}, {}, {}, {}});
    stages.add({{Stage("gamma")}, &operation::given, {}, {}, {1, 2}, {}});
    stages.add({{Stage("beta")}, &operation::given, {}, {}, {1, 2}, {}});
    const Place scaled{{Stage::Scaled}, 0, 1};
    EXPECT_EQ(next_step(stages, derivation_of(capped())), scaled);
    EXPECT_EQ(next_step(stages, derivation_of(stretched())), scaled);
    EXPECT_EQ(next_step(stages, derivation_of(gelu(1))), std::nullopt) << "X is given";
    const Expression two =
        expression::sum({at(Stage::Scaled, 0, 0, 1), at(Stage::Scaled, 0, 1, 1)});
    EXPECT_EQ(next_step(stages, derivation_of(two)), std::nullopt);
}

TEST(Expression, NumbersHaveEnoughDigitsForTheEquation) {
    const Expression tiny =
        expression::product({at(Stage::Q, 0, 0, 0.00434), at(Stage::K, 1, 0, 9.9)});
    EXPECT_EQ(numbers(tiny), "0.004·9.90") << "0.00 · 9.90 would not be 0.04";
    const Expression large = expression::call("exp", {at(Stage::X, 0, 0, 7.123456)}); // 1240.73
    EXPECT_EQ(numbers(large), "e^7.12346") << "e^7.12 would be 1236.45";
    const Expression turn =
        expression::call("sin", {expression::constant(0.46415888336127786, "θ_{1}")});
    EXPECT_EQ(numbers(turn), "sin(0.46)") << "a constant of many digits is rounded";
    for (const Expression& one : {turned(), capped(), deviation(), gelu(0.7), silu(-3), cosine()})
        EXPECT_EQ(equation_digits(derivation_of(one), {}, 6).least, 0);
}

TEST(Expression, AnOperationWithoutAFormulaUsesItsExpressions) {
    const Operation root_of{
        "root_of", nullptr, nullptr,
        [](const Cell& cell, Derivation& made) {
            Cell::express(made, expression::root(expression::number(cell.factor(0, 0, 0))));
            if (cell.place.column == 1)
                made.formula = "its own";
        },
        nullptr};
    Graph graph;
    graph.add({{Stage::X}, &operation::given, {}, {}, {1, 2}, {}});
    graph.add({{Stage("roots")}, &root_of, {0}, {}, {1, 2}, {}});
    const Matrix four = Matrix::Constant(1, 2, 4), two = Matrix::Constant(1, 2, 2);
    const auto explained = [&](Index column) {
        return explain(graph, {{Stage("roots")}, 0, column}, Convention::TokensAsRows,
                       [&](std::size_t at) { return Cells(at == 0 ? four : two); });
    };
    EXPECT_EQ(explained(0).rule, Rule::Expression);
    EXPECT_EQ(explained(0).formula, "√X[0,0]");
    EXPECT_EQ(explained(1).formula, "its own");
    EXPECT_EQ(one_line(explained(0)), "roots[0,0] = √X[0,0] = √4.00 = 2.00");
}
