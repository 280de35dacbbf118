// SPDX-License-Identifier: MIT
// The operations of a transformer block: each against its own formula, numbers against derivations,
// gradients against central differences.
#include "core/engine/graph/graph.h"
#include "core/engine/graph/operation.h"
#include "tests/support/operation_lab.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using attn::test::Lab;

namespace {

void expect_near(const Matrix& found, const Matrix& expected) {
    ASSERT_EQ(found.rows(), expected.rows());
    ASSERT_EQ(found.cols(), expected.cols());
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-14);
}

constexpr Activation::Kind kinds[] = {Activation::Kind::Relu, Activation::Kind::Gelu,
                                      Activation::Kind::GeluTanh, Activation::Kind::Silu};

/// The activations as in their papers.
Real activation(Activation::Kind kind, Real x) {
    switch (kind) {
    case Activation::Kind::Relu:
        return std::max(0.0, x);
    case Activation::Kind::Gelu:
        return x * 0.5 * std::erfc(-x / std::numbers::sqrt2);
    case Activation::Kind::GeluTanh:
        return 0.5 * x *
               (1 + std::tanh(std::numbers::sqrt2 * std::numbers::inv_sqrtpi *
                              (x + 0.044715 * std::pow(x, 3))));
    case Activation::Kind::Silu:
        return x * (1 / (1 + std::exp(-x)));
    }
    return 0;
}

/// The weights of a block of four dimensions and five hidden ones.
block::MlpWeights mlp_weights(Lab& lab, bool has_gate) {
    block::MlpWeights weights{lab.give("W_1", 4, 5), lab.give("b_1", 1, 5), lab.give("W_2", 5, 4),
                              lab.give("b_2", 1, 4), std::nullopt};
    if (has_gate)
        weights.w_gate = lab.give("W_gate", 4, 5);
    return weights;
}

} // namespace

TEST(BlockOperations, MeansEqualTheirFormula) {
    for (const Axis axis : {Axis::Rows, Axis::Columns}) {
        Lab lab;
        lab.add("mean", operation::line_mean, {lab.give("X", 3, 4)}, axis);
        const Matrix& x = lab.given("X");
        expect_near(lab.last(),
                    axis == Axis::Rows ? Matrix(x.rowwise().mean()) : Matrix(x.colwise().mean()));
        lab.expect_gradients();
    }
}

TEST(BlockOperations, LinesAreSubtractedDividedByAndMultiplied) {
    for (const Axis axis : {Axis::Rows, Axis::Columns}) {
        const Operation* const list[] = {&operation::less_line, &operation::over_line,
                                         &operation::times_line};
        for (const Operation* const by : list) {
            Lab lab;
            const std::size_t x = lab.give("X", 3, 4);
            const std::size_t line = axis == Axis::Rows ? lab.give_positive("line", 3, 1)
                                                        : lab.give_positive("line", 1, 4);
            lab.add("made", *by, {x, line}, axis);
            const Matrix beside = axis == Axis::Rows ? lab.given("line").replicate(1, 4)
                                                     : lab.given("line").replicate(3, 1);
            const auto numbers = lab.given("X").array();
            expect_near(lab.last(), by == &operation::less_line ? Matrix(numbers - beside.array())
                                    : by == &operation::over_line
                                        ? Matrix(numbers / beside.array())
                                        : Matrix(numbers * beside.array()));
            lab.expect_gradients();
        }
        Lab sums;
        sums.add("sums", operation::line_sum, {sums.give("X", 3, 4)}, axis);
        sums.expect_gradients();
        Lab lab;
        const std::size_t line =
            axis == Axis::Rows ? lab.give("line", 3, 1) : lab.give("line", 1, 3);
        lab.add("made", operation::repeated, {line}, Repeated{axis, 5});
        EXPECT_EQ(lab.last()(0, 0), lab.given("line")(0, 0));
        lab.expect_gradients();
    }
}

TEST(BlockOperations, TheRootMeanSquareIsTakenPerRow) {
    Lab lab;
    lab.add("r", operation::root_mean_square, {lab.give("X", 3, 4)}, Epsilon{1e-3});
    expect_near(lab.last(),
                ((lab.given("X").array().square().rowwise().sum() + 4e-3) / 4).sqrt().matrix());
    lab.expect_gradients();
}

/// PyTorch's std divides by n − 1; "The Annotated Transformer" adds ε to it.
TEST(BlockOperations, TheSampleDeviationIsTakenPerRow) {
    Lab lab;
    lab.add("s", operation::sample_deviation, {lab.give("X", 3, 4)}, Epsilon{1e-3});
    expect_near(lab.last(),
                ((lab.given("X").array().square().rowwise().sum() / 3).sqrt() + 1e-3).matrix());
    lab.expect_gradients();
}

TEST(BlockOperations, RowsAreMultipliedByGainsAndShifted) {
    for (const bool has_beta : {false, true}) {
        Lab lab;
        std::vector<std::size_t> inputs{lab.give("X", 3, 4), lab.give("gamma_1", 1, 4)};
        if (has_beta)
            inputs.push_back(lab.give("beta_1", 1, 4));
        lab.add("norm_1", operation::stretched, inputs);
        Matrix expected = lab.given("X") * lab.given("gamma_1").row(0).asDiagonal();
        if (has_beta)
            expected.rowwise() += lab.given("beta_1").row(0);
        expect_near(lab.last(), expected);
        lab.expect_gradients();
    }
}

TEST(BlockOperations, ActivationsApplyToEachNumber) {
    for (const Activation::Kind kind : kinds) {
        Lab lab;
        lab.add("activated", operation::activated, {lab.give("hidden", 4, 6)}, Activation{kind});
        expect_near(lab.last(),
                    lab.given("hidden").unaryExpr([kind](Real x) { return activation(kind, x); }));
        lab.expect_gradients();
    }
}

TEST(BlockOperations, ActivationsKeepLargeNumbers) {
    for (const Activation::Kind kind : kinds) {
        Lab lab;
        const std::size_t hidden = lab.give("hidden", Matrix{{-800, -40, -0.0, 0, 40, 800}});
        lab.add("activated", operation::activated, {hidden}, Activation{kind});
        expect_near(lab.last(), Matrix{{0, 0, 0, 0, 40, 800}});
        lab.add("slope", operation::activation_slope, {hidden}, Activation{kind});
        const Real middle = kind == Activation::Kind::Relu ? 0 : 0.5;
        expect_near(lab.last(), Matrix{{0, 0, middle, middle, 1, 1}});
        lab.expect_derived();
        EXPECT_FALSE(operation::activation_slope.no_gradient.empty());
    }
}

TEST(BlockOperations, NaNStaysNaN) {
    for (const Activation::Kind kind : kinds) {
        Lab lab;
        lab.add("activated", operation::activated, {lab.give("hidden", Matrix{{std::nan("")}})},
                Activation{kind});
        EXPECT_TRUE(std::isnan(lab.last()(0, 0)));
    }
}

TEST(BlockOperations, TheSquaredErrorIsTheMeanOfSquares) {
    Lab lab;
    const std::size_t output = lab.give("output", 3, 4), target = lab.give("target", 3, 4);
    block::loss(lab.graph, output, target, block::Loss::Squared);
    const Matrix off = lab.given("output") - lab.given("target");
    EXPECT_NEAR(lab.last()(0, 0), off.squaredNorm() / 12, 1e-14);
    lab.expect_gradients({"target"});
}

TEST(BlockOperations, TheCrossEntropyComparesWithTheTarget) {
    Lab lab;
    const std::size_t x = lab.give("X", 3, 4), e = lab.give("E", 5, 4);
    const std::size_t shares = block::words_out(lab.graph, x, e);
    Matrix wanted = Matrix::Zero(3, 5);
    wanted(0, 2) = wanted(1, 0) = 1;
    wanted.row(2) << 0.25, 0, 0.5, 0.125, 0.125;
    const std::size_t target = lab.give("target", wanted);
    block::loss(lab.graph, shares, target, block::Loss::CrossEntropy);
    const std::vector<Matrix> results = lab.run();
    const Matrix& p = results[shares];
    const Real expected = -(std::log(p(0, 2)) + std::log(p(1, 0)) + 0.25 * std::log(p(2, 0)) +
                            0.5 * std::log(p(2, 2)) + 0.125 * std::log(p(2, 3) * p(2, 4))) /
                          3;
    EXPECT_NEAR(results.back()(0, 0), expected, 1e-14);
    const std::size_t forward = lab.graph.size();
    lab.expect_gradients({"target"});
    // Behind the softmax only (p − target) / rows remains.
    const auto logits = lab.graph.find({Stage("d.logits")});
    ASSERT_TRUE(logits && *logits > forward);
    expect_near(lab.run()[*logits], (p - wanted) / 3 * lab.given("seed")(0, 0));
}

TEST(BlockOperations, AZeroProbabilityOutsideTheTargetCostsNothing) {
    Lab lab;
    const std::size_t shares = lab.give("probabilities", Matrix{{1, 0}, {0.5, 0.5}});
    const std::size_t target = lab.give("target", Matrix{{1, 0}, {0, 1}});
    lab.add("loss", operation::cross_entropy, {shares, target});
    EXPECT_EQ(lab.last()(0, 0), std::log(2.0) / 2);
    lab.add("slope", operation::cross_entropy_slope, {shares, target});
    EXPECT_EQ(lab.last(), (Matrix{{-0.5, 0}, {0, -1}}));
    const std::size_t nothing = lab.give("nothing", Matrix::Zero(2, 2));
    lab.add("none", operation::cross_entropy, {shares, nothing});
    EXPECT_EQ(lab.last()(0, 0), 0);
    lab.expect_derived();
}

TEST(BlockOperations, SmallStepsOfGradientsHaveGradients) {
    Lab turned;
    turned.add("turned", operation::negative, {turned.give("X", 2, 3)});
    expect_near(turned.last(), -turned.given("X"));
    turned.expect_gradients();
    Lab times;
    const std::size_t x = times.give("X", 2, 3), number = times.give("number", 1, 1);
    times.add("times", operation::times_number, {x, number});
    expect_near(times.last(), times.given("X") * times.given("number")(0, 0));
    times.expect_gradients();
    Lab each;
    const std::size_t a = each.give("A", 2, 3), b = each.give("B", 2, 3);
    each.add("gated", operation::each, {a, b});
    each.expect_gradients();
    Lab residual;
    const std::size_t words = residual.give("X", 2, 3), made = residual.give("attention", 2, 3);
    block::residual(residual.graph, "after_attention", words, made);
    expect_near(residual.last(), residual.given("X") + residual.given("attention"));
    residual.expect_gradients();
}

TEST(Block, NormsHaveMeanZeroAndDeviationOne) {
    for (const block::Norm::Kind kind : {block::Norm::Kind::Layer, block::Norm::Kind::Rms}) {
        Lab lab;
        const bool is_layer = kind == block::Norm::Kind::Layer;
        const std::size_t x = lab.give("X", 3, 4);
        block::Gains gains{lab.give("gamma_1", 1, 4), std::nullopt};
        if (is_layer)
            gains.beta = lab.give("beta_1", 1, 4);
        block::norm(lab.graph, "norm_1", x, gains, {kind, 1e-12});
        EXPECT_EQ(lab.graph.find({Stage("norm_1.mean")}).has_value(), is_layer);
        const Matrix scaled = lab.run()[*lab.graph.find({Stage("norm_1.scaled")})];
        for (Index row = 0; row < 3; ++row) {
            EXPECT_NEAR(scaled.row(row).squaredNorm(), 4, 1e-9);
            EXPECT_TRUE(!is_layer || std::abs(scaled.row(row).sum()) < 1e-12);
        }
        lab.expect_gradients();
    }
}

TEST(Block, AnMlpIsTwoProductsAroundAnActivation) {
    for (const Activation::Kind kind : kinds)
        for (const bool has_gate : {false, true}) {
            Lab lab;
            const std::size_t x = lab.give("X", 3, 4);
            block::mlp(lab.graph, x, mlp_weights(lab, has_gate), kind);
            const auto bend = [kind](Real number) { return activation(kind, number); };
            const Matrix& words = lab.given("X");
            Matrix hidden = words * lab.given("W_1");
            hidden.rowwise() += lab.given("b_1").row(0);
            Matrix open = hidden.unaryExpr(bend);
            if (has_gate)
                open = (words * lab.given("W_gate")).unaryExpr(bend).cwiseProduct(hidden);
            Matrix expected = open * lab.given("W_2");
            expected.rowwise() += lab.given("b_2").row(0);
            EXPECT_LT((lab.last() - expected).cwiseAbs().maxCoeff(), 1e-13);
            lab.expect_gradients();
        }
}

TEST(BlockOperations, RefuseShapesThatDoNotFit) {
    Lab lab;
    const std::size_t x = lab.give("X", 2, 3), row = lab.give("row", 1, 3),
                      wide = lab.give("wide", 1, 4), column = lab.give("column", 2, 1);
    const auto fault = [&](const Operation& by, std::vector<std::size_t> inputs,
                           Options options = {}) {
        return lab.graph.fault({{Stage("Y")}, &by, std::move(inputs), std::move(options), {}, {}});
    };
    const std::string begin = "Y cannot be computed: ";
    EXPECT_EQ(fault(operation::stretched, {x, wide}), begin + "its γ is 1 × 4, expected 1 × 3");
    EXPECT_EQ(fault(operation::stretched, {x, row, column}),
              begin + "its β is 2 × 1, expected 1 × 3");
    EXPECT_EQ(fault(operation::stretched, {x, row, row}), "");
    for (const Operation* const by :
         {&operation::less_line, &operation::over_line, &operation::times_line}) {
        EXPECT_EQ(fault(*by, {x, row}, Axis::Rows),
                  begin + "it has 1 × 3 numbers for its lines, expected 2 × 1");
        EXPECT_EQ(fault(*by, {x, row}, Axis::Columns), "");
    }
    EXPECT_EQ(fault(operation::repeated, {x}, Repeated{Axis::Columns, 2}),
              begin + "it repeats 2 × 3 numbers, expected one for each column");
    EXPECT_EQ(fault(operation::root_mean_square, {x}, Epsilon{0}),
              begin + "ε is 0, expected a number above 0");
    EXPECT_EQ(fault(operation::root_mean_square, {x}, Epsilon{std::nan("")}),
              begin + "ε is NaN, expected a number above 0");
    EXPECT_EQ(fault(operation::each, {x, row}),
              begin + "it multiplies 2 × 3 and 1 × 3 cell by cell");
    EXPECT_EQ(fault(operation::times_number, {x, row}),
              begin + "it is multiplied by 1 × 3 numbers, expected 1 × 1");
    for (const Operation* const by : {&operation::squared_error, &operation::squared_error_slope,
                                      &operation::cross_entropy, &operation::cross_entropy_slope})
        EXPECT_EQ(fault(*by, {x, row}), begin + "it compares 2 × 3 with a target of 1 × 3");
    EXPECT_EQ(fault(operation::sum, {x, row}), begin + "it adds 2 × 3 and 1 × 3");
}

TEST(BlockOperations, HaveFormulasInBothConventions) {
    const auto formula = [](const Operation& of, const Options& options, bool by_rows = true) {
        return of.formula({{"x", "y", "z"}, {"x", "y", "z"}, options, by_rows});
    };
    EXPECT_EQ(formula(operation::line_mean, Axis::Rows), "mean of each row of x");
    EXPECT_EQ(formula(operation::line_mean, Axis::Rows, false), "mean of each column of x");
    EXPECT_EQ(formula(operation::root_mean_square, Epsilon{}), "√(mean of x² + ε)");
    EXPECT_EQ(formula(operation::sample_deviation, Epsilon{}), "√(Σ x² / (n − 1)) + ε");
    EXPECT_EQ(formula(operation::stretched, {}), "x ⊙ y + z");
    EXPECT_EQ(formula(operation::each, {}), "x ⊙ y");
    EXPECT_EQ(formula(operation::activated, Activation{Activation::Kind::Relu}), "max(0, x)");
    EXPECT_EQ(formula(operation::squared_error, {}), "mean of (x − y)²");
    EXPECT_EQ(formula(operation::cross_entropy, {}), "−Σ y · log(x) / rows");
    EXPECT_EQ(formula(operation::cross_entropy, {}, false), "−Σ y · log(x) / columns");
}

TEST(BlockOperations, KnowTheNumbersThatReadAnother) {
    const auto first = [](const Operation& of, std::size_t input, Spot at, Shape shape) {
        const std::vector<Spot> found = of.readers(input, at, shape);
        return std::pair(found.at(0).row, found.at(0).column);
    };
    EXPECT_EQ(first(operation::line_mean, 0, {2, 3}, {4, 1}), std::pair(Index{2}, Index{0}));
    EXPECT_EQ(first(operation::less_line, 1, {2, 0}, {4, 5}), std::pair(Index{2}, Index{0}));
    EXPECT_EQ(first(operation::stretched, 1, {0, 3}, {4, 5}), std::pair(Index{0}, Index{3}));
    EXPECT_EQ(first(operation::activated, 0, {2, 3}, {4, 5}), std::pair(Index{2}, Index{3}));
    EXPECT_EQ(first(operation::squared_error, 0, {2, 3}, {1, 1}), std::pair(Index{0}, Index{0}));
}
