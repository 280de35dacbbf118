// SPDX-License-Identifier: MIT
#include "core/engine/numbers/random.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace attn;

namespace {

Matrix three_by_three(std::initializer_list<Real> values) {
    return Eigen::Map<const Matrix>(values.begin(), 3, 3);
}

} // namespace

TEST(NumpyLegacy, Seed42DrawsTheFourWordsWeights) {
    NumpyLegacy random(42);
    EXPECT_EQ(random.randint(0, 3, 3, 3), three_by_three({2, 0, 2, 2, 0, 0, 2, 1, 2}));
    EXPECT_EQ(random.randint(0, 3, 3, 3), three_by_three({2, 2, 2, 0, 2, 1, 0, 1, 1}));
    EXPECT_EQ(random.randint(0, 3, 3, 3), three_by_three({1, 1, 0, 0, 1, 1, 0, 0, 0}));
}

TEST(NumpyLegacy, Seed42FromWord114DrawsTheGeneralAttentionWeights) {
    NumpyLegacy random(42);
    random.skip(114);
    EXPECT_EQ(random.randint(0, 3, 3, 3), three_by_three({2, 0, 1, 0, 0, 1, 2, 0, 1}));
    EXPECT_EQ(random.randint(0, 3, 3, 3), three_by_three({0, 0, 0, 0, 2, 0, 0, 0, 2}));
    EXPECT_EQ(random.randint(0, 3, 3, 3), three_by_three({0, 0, 2, 2, 2, 0, 2, 2, 0}));
}

TEST(NumpyLegacy, Seed0DrawsTheWordsOfTheCatChasedTheMouse) {
    NumpyLegacy random(0);
    Matrix printed(5, 4);
    printed << 0.5488, 0.7152, 0.6028, 0.5449, 0.4237, 0.6459, 0.4376, 0.8918, 0.9637, 0.3834,
        0.7917, 0.5289, 0.568, 0.9256, 0.071, 0.0871, 0.0202, 0.8326, 0.7782, 0.87;
    for (Index word = 0; word < 5; ++word)
        EXPECT_LE((random.rand(1, 4) - printed.row(word)).cwiseAbs().maxCoeff(), 5e-5) << word;
}

// numpy.random.default_rng(42).random(3), as printed in NumPy's manual.
TEST(NumpyGenerator, Seed42DrawsTheFirstNumbersOfTheManual) {
    EXPECT_EQ(
        NumpyGenerator(42).rand(1, 3),
        (Matrix(1, 3) << 0.7739560485559633, 0.4388784397520523, 0.8585979199113825).finished());
}

TEST(TorchCpu, Seed123DrawsTheJourney) {
    Matrix expected(6, 3);
    expected << 0.29611194133758545, 0.516562283039093, 0.2516707181930542, 0.6885567903518677,
        0.07397246360778809, 0.866521954536438, 0.13657987117767334, 0.10247904062271118,
        0.18405646085739136, 0.7264467477798462, 0.3152539134025574, 0.6871066689491272,
        0.07563531398773193, 0.19663816690444946, 0.31641197204589844, 0.4017401337623596,
        0.1185683012008667, 0.8273953795433044;
    EXPECT_EQ(TorchCpu(123).rand(6, 3), expected);
}

TEST(Random, SkippingIsDrawingAndForgetting) {
    NumpyLegacy numpy(3), numpy_skipped(3);
    numpy.rand(5, 1);
    numpy_skipped.skip(10);
    EXPECT_EQ(numpy.rand(2, 2), numpy_skipped.rand(2, 2));
    NumpyGenerator newer(3), newer_skipped(3);
    newer.rand(1, 4);
    newer_skipped.skip(4);
    EXPECT_EQ(newer.randn(2, 3), newer_skipped.randn(2, 3));
    TorchCpu torch(3), torch_skipped(3);
    torch.rand(5, 1);
    torch_skipped.skip(5);
    EXPECT_EQ(torch.rand(2, 2), torch_skipped.rand(2, 2));
}

TEST(Random, AnEmptyMatrixTakesNoWord) {
    NumpyLegacy numpy(3);
    EXPECT_EQ(numpy.randn(0, 4).size(), 0);
    EXPECT_EQ(numpy.randint(5, 6, 3, 3), Matrix::Constant(3, 3, 5));
    EXPECT_EQ(numpy.rand(2, 2), NumpyLegacy(3).rand(2, 2));
}

TEST(Random, NormalDrawsHaveMeanZeroAndVarianceOne) {
    const Matrix numpy = NumpyLegacy(1).randn(100, 100), torch = TorchCpu(1).randn(100, 100);
    for (const Matrix& matrix : {numpy, torch}) {
        EXPECT_NEAR(matrix.mean(), 0, 0.03);
        EXPECT_NEAR(matrix.squaredNorm() / 10000, 1, 0.05);
    }
}
