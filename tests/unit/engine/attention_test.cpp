// SPDX-License-Identifier: MIT
#include "core/engine/numbers/normalisers.h"
#include "core/engine/pass/attention.h"
#include "core/engine/pass/normalise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace attn;

namespace {

Matrix row(std::initializer_list<Real> values) {
    Matrix matrix(1, static_cast<Index>(values.size()));
    Index at = 0;
    for (const Real value : values)
        matrix(0, at++) = value;
    return matrix;
}

Matrix softmax(std::initializer_list<Real> values, Normaliser how = Normaliser::Softmax) {
    return normalise(row(values), {}, how, Axis::Rows).weights;
}

} // namespace

TEST(Softmax, SurvivesVeryLargeScores) {
    const Matrix weights = softmax({1000, 1001});
    EXPECT_NEAR(weights(0, 0), 1 / (1 + std::exp(1)), 1e-15);
    EXPECT_TRUE(softmax({1e308, 1e308}).isApprox(row({0.5, 0.5})));
}

TEST(Softmax, TheNaiveFormulaOverflowsAsInNotebooks) {
    EXPECT_TRUE(std::isnan(softmax({1000, 1001}, Normaliser::NaiveSoftmax)(0, 1)));
}

TEST(Softmax, NeverHidesANaN) {
    EXPECT_TRUE(std::isnan(softmax({std::nan(""), 1})(0, 1)));
    EXPECT_TRUE(std::isnan(softmax({1, std::nan("")})(0, 0)));
}

TEST(Sparsemax, SharesAmongTheLargestScoresOnly) {
    const auto sparsemax = [](std::initializer_list<Real> scores) {
        return softmax(scores, Normaliser::Sparsemax);
    };
    EXPECT_EQ(sparsemax({0.5, 0, -3}), row({0.75, 0.25, 0}));
    EXPECT_EQ(sparsemax({7}), row({1}));
    EXPECT_EQ(sparsemax({2, 2, 2, 2}), row({0.25, 0.25, 0.25, 0.25}));
    EXPECT_EQ(sparsemax({1, 0, 1}), row({0.5, 0, 0.5})) << "a score of τ itself gets nothing";
    EXPECT_EQ(sparsemax({1e300, 1e300, -1e300}), row({0.5, 0.5, 0}));
    EXPECT_EQ(sparsemax({1e17, 1e17 + 16}), row({0, 1})) << "the largest is subtracted first";
}

TEST(Sparsemax, OfALineWithANonFiniteMaximumIsNaN) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    const auto expect = [](std::initializer_list<Real> scores, bool is_number) {
        const Matrix made = softmax(scores, Normaliser::Sparsemax),
                     by_softmax = softmax(scores, Normaliser::Softmax);
        for (Index at = 0; at < made.size(); ++at) {
            EXPECT_EQ(std::isnan(made(0, at)), !is_number);
            EXPECT_EQ(std::isnan(by_softmax(0, at)), !is_number) << "as by softmax";
        }
    };
    expect({std::nan(""), 1, 2}, false);
    expect({2, 1, std::nan("")}, false);
    expect({2, infinity, 1}, false);
    expect({-infinity, -infinity}, false);
    expect({-infinity, 0.5, 0}, true);
    EXPECT_EQ(softmax({-infinity, 0.5, 0}, Normaliser::Sparsemax), row({0, 0.75, 0.25}));
}

TEST(Sparsemax, SkipsBlockedCellsAlongBothAxes) {
    const Matrix scores{{3, 0.5, 0}, {0.25, 9, 9}};
    Flags blocked = Flags::Constant(2, 3, false);
    blocked(0, 0) = blocked(1, 1) = blocked(1, 2) = true;
    const Mask mask{Mask::Kind::Painted, blocked};
    EXPECT_EQ(normalise(scores, mask, Normaliser::Sparsemax, Axis::Rows).weights,
              (Matrix{{0, 0.75, 0.25}, {1, 0, 0}}));
    EXPECT_EQ(normalise(scores, mask, Normaliser::Sparsemax, Axis::Columns).weights,
              (Matrix{{0, 1, 1}, {1, 0, 0}}));
}

TEST(Normalise, AFullyBlockedLineIsZeroAndMarked) {
    Flags painted = Flags::Constant(2, 2, false);
    painted.row(0).setConstant(true);
    for (const NormaliserInfo& how : normalisers) {
        const Normalised result = normalise(Matrix::Ones(2, 2), {Mask::Kind::Painted, painted},
                                            how.normaliser, Axis::Rows);
        EXPECT_TRUE(result.no_key[0]);
        EXPECT_FALSE(result.no_key[1]);
        EXPECT_EQ(result.weights.row(0).cwiseAbs().sum(), 0);
        EXPECT_EQ(result.weights(1, 0), 0.5);
    }
}

TEST(Attention, FollowsEveryKindOfScale) {
    Matrix x = Matrix::Ones(1, 4);
    const Matrix identity = Matrix::Identity(4, 2);
    const HeadWeights head{identity, identity, Matrix(Matrix::Identity(4, 3))};
    const auto scaled = [&](Scale scale) {
        Switches switches;
        switches.scale = scale;
        return attend(x, Projections::Learned, head, switches)[Stage::Scaled](0, 0);
    };
    EXPECT_DOUBLE_EQ(scaled({Scale::Kind::None}), 2);
    EXPECT_DOUBLE_EQ(scaled({Scale::Kind::SqrtDk}), 2 / std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(scaled({Scale::Kind::Dk}), 1);
    EXPECT_DOUBLE_EQ(scaled({Scale::Kind::SqrtDmodel}), 1);
    EXPECT_DOUBLE_EQ(scaled({Scale::Kind::Number, 8}), 0.25);
}
