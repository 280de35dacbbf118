// SPDX-License-Identifier: MIT
// Variants in common programs besides the papers: rotating only some columns, sines before cosines,
// the mean of several stages. Each is compared with its formula written independently.
#include "core/engine/graph/operation.h"
#include "tests/support/one_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace attn;
using attn::test::OneOperation;

namespace {

/// Seeded numbers between −2 and 2.
Matrix drawn(Index rows, Index columns, std::uint32_t seed) {
    std::mt19937 generator(seed);
    Matrix made(rows, columns);
    for (Index at = 0; at < made.size(); ++at)
        made.data()[at] = static_cast<Real>(generator() % 4001) / 1000 - 2;
    return made;
}

void expect_nearly(const Matrix& a, const Matrix& b) {
    ASSERT_EQ(a.rows(), b.rows());
    ASSERT_EQ(a.cols(), b.cols());
    EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-13) << a << "\n" << b;
}

} // namespace

/// GPT-NeoX and Phi rotate the first columns as if there were no others.
TEST(PositionOperations, RotationOfSomeColumnsLeavesTheOthers) {
    const Matrix q = drawn(4, 7, 1);
    for (const bool neighbours : {false, true}) {
        const Rotation how{50, neighbours, 4};
        const Matrix made = OneOperation{operation::rotated, {q}, how}.result();
        EXPECT_EQ(made.rightCols(3), q.rightCols(3));
        EXPECT_EQ(
            made.leftCols(4),
            (OneOperation{operation::rotated, {q.leftCols(4)}, Rotation{50, neighbours}}.result()));
        expect_nearly(OneOperation{operation::rotated_back, {made}, how}.result(), q);
    }
    const OneOperation one{operation::rotated, {q}, Rotation{50, false, 4}};
    EXPECT_EQ(places(one.explained(2, 5)), (std::vector<Place>{{{Stage("A")}, 2, 5}}));
    EXPECT_EQ(places(one.explained(2, 1)),
              (std::vector<Place>{{{Stage("A")}, 2, 1}, {{Stage("A")}, 2, 3}}));
    EXPECT_EQ(operation::rotated.formula({{"Q"}, {"query"}, one.options}),
              "Q, columns below 4 turned by pos·50^{−2i/4}");
}

/// TensorFlow's tutorial has the paper's wavelengths; tensor2tensor's range from 1 to the base.
TEST(PositionOperations, SinesComeBeforeCosines) {
    const auto row_1 = [](Waves waves, Index width) {
        const Matrix words = Matrix::Zero(2, width);
        const Matrix made =
            OneOperation{operation::sinusoidal, {words}, Sinusoid{10'000, waves}}.result();
        return Matrix(made.row(1));
    };
    expect_nearly(row_1(Waves::Halves, 4),
                  Matrix{{std::sin(1.0), std::sin(0.01), std::cos(1.0), std::cos(0.01)}});
    expect_nearly(row_1(Waves::Tensor2Tensor, 4),
                  Matrix{{std::sin(1.0), std::sin(1e-4), std::cos(1.0), std::cos(1e-4)}});
    expect_nearly(row_1(Waves::Tensor2Tensor, 6),
                  Matrix{{std::sin(1.0), std::sin(1e-2), std::sin(1e-4), std::cos(1.0),
                          std::cos(1e-2), std::cos(1e-4)}});
    expect_nearly(row_1(Waves::Tensor2Tensor, 2), Matrix{{std::sin(1.0), std::cos(1.0)}});
    const auto formula = [](Waves waves) {
        return operation::sinusoidal.formula({{"X"}, {"x"}, Sinusoid{100, waves}});
    };
    EXPECT_EQ(formula(Waves::Alternating), "sin, cos of pos / 100^{2i/d}");
    EXPECT_EQ(formula(Waves::Halves), "sin, then cos of pos / 100^{2i/d}");
    EXPECT_EQ(formula(Waves::Tensor2Tensor), "sin, then cos of pos / 100^{i/(d/2 − 1)}");
}

TEST(MeanOperation, TheMeanIsTakenNumberByNumber) {
    const Matrix a = drawn(2, 3, 1), b = drawn(2, 3, 2), c = drawn(2, 3, 3);
    expect_nearly(OneOperation{operation::mean, {a, b, c}}.result(), (a + b + c) / 3);
    EXPECT_EQ(operation::mean.formula({{"A", "B"}, {"a", "b"}, {}}), "(A + B) / 2");
    EXPECT_EQ(operation::mean.formula({{"A", "A", "A"}, {"a", "a", "a"}, {}}), "Σ_{h} A_{h} / 3");
    EXPECT_EQ((OneOperation{operation::mean, {a, drawn(3, 3, 1)}}.fault()),
              "it adds 2 × 3 and 3 × 3");
}
