// SPDX-License-Identifier: MIT
#include "core/engine/attention.h"
#include "core/engine/normalise.h"
#include "core/engine/normalisers.h"

#include <gtest/gtest.h>

#include <cmath>

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

TEST(Softmax, TheNaiveOneOverflowsAsItDoesInNotebooks) {
    EXPECT_TRUE(std::isnan(softmax({1000, 1001}, Normaliser::NaiveSoftmax)(0, 1)));
}

TEST(Softmax, DoesNotHideANaNWhereverItStands) {
    EXPECT_TRUE(std::isnan(softmax({std::nan(""), 1})(0, 1)));
    EXPECT_TRUE(std::isnan(softmax({1, std::nan("")})(0, 0)));
}

TEST(Normalise, AFullyBlockedLineIsZerosAndMarked) {
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

TEST(Attention, ScalesByEachKind) {
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
