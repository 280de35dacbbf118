// SPDX-License-Identifier: MIT
#include "core/document/commands/fill.h"
#include "core/engine/numbers/random.h"

#include <gtest/gtest.h>

namespace attn::fill_test {

namespace {
const Matrix square = (Matrix(2, 2) << 3, 4, 0.126, -1).finished();
} // namespace

TEST(Fill, PutsConstantsAndTransposes) {
    EXPECT_EQ(*filled(square, Fill::Zeros), Matrix::Zero(2, 2));
    EXPECT_EQ(*filled(square, Fill::Ones), Matrix::Ones(2, 2));
    EXPECT_EQ(*filled(square, Fill::Identity), Matrix::Identity(2, 2));
    EXPECT_EQ(*filled(Matrix::Ones(2, 3), Fill::Identity), Matrix::Identity(2, 3));
    EXPECT_EQ(*filled(square, Fill::Transpose), square.transpose());
    EXPECT_EQ(*filled(square, Fill::Scale, -2), -2 * square);
    EXPECT_EQ((*filled(square, Fill::Round, 2))(1, 0), 0.13);
    EXPECT_EQ((*filled(square, Fill::NormaliseLength))(0, 1), 0.8);
    EXPECT_DOUBLE_EQ((*filled(square, Fill::NormaliseSum))(0, 0), 3.0 / 7);
}

TEST(Fill, ExplainsWhyARuleCannotBeApplied) {
    EXPECT_FALSE(filled(Matrix::Ones(2, 3), Fill::Transpose));
    EXPECT_FALSE(filled(Matrix::Zero(2, 2), Fill::NormaliseLength));
    EXPECT_FALSE(filled((Matrix(1, 2) << 1, -1).finished(), Fill::NormaliseSum));
    EXPECT_FALSE(filled(square, Fill::Round, 1.5));
    EXPECT_FALSE(random_matrix({Generator::PyTorch, Distribution::Whole, 1, 0, 3}, 2, 2));
    EXPECT_FALSE(random_matrix({Generator::NumPy, Distribution::Whole, 1, 3, 3}, 2, 2));
}

TEST(Fill, DrawsTheNumbersOfANotebooksSeed) {
    // numpy.random.seed(42); numpy.random.randint(3, size=(3, 3))
    EXPECT_EQ(*random_matrix({Generator::NumPy, Distribution::Whole, 42, 0, 3}, 3, 3),
              (Matrix(3, 3) << 2, 0, 2, 2, 0, 0, 2, 1, 2).finished());
    EXPECT_EQ(*random_matrix({Generator::PyTorch, Distribution::Uniform, 123, 0, 3}, 6, 3),
              TorchCpu(123).rand(6, 3));
    EXPECT_EQ(random_source({Generator::NumPy, Distribution::Whole, 42, 0, 3}, 3, 4),
              "np.random.seed(42); np.random.randint(0, 3, (3, 4))");
    EXPECT_EQ(random_source({Generator::PyTorch, Distribution::Normal, 1, 0, 3}, 3, 4),
              "torch.manual_seed(1); torch.randn(3, 4)");
}

TEST(Fill, DrawsWhatDefaultRngAndLinearDraw) {
    EXPECT_EQ(*random_matrix({Generator::NumPyGenerator, Distribution::Whole, 42, 0, 10}, 2, 5),
              NumpyGenerator(42).randint(0, 10, 2, 5));
    EXPECT_EQ(random_source({Generator::NumPyGenerator, Distribution::Uniform, 7, 0, 3}, 3, 4),
              "rng = np.random.default_rng(7); rng.random((3, 4))");
    EXPECT_EQ(random_source({Generator::NumPyGenerator, Distribution::Normal, 7, 0, 3}, 3, 4),
              "rng = np.random.default_rng(7); rng.standard_normal((3, 4))");
    EXPECT_EQ(random_source({Generator::NumPyGenerator, Distribution::Whole, 7, -1, 3}, 3, 4),
              "rng = np.random.default_rng(7); rng.integers(-1, 3, (3, 4))");
    EXPECT_EQ(*random_matrix({Generator::PyTorch, Distribution::Linear, 789, 0, 3}, 3, 2),
              TorchCpu(789).linear(3, 2));
    EXPECT_EQ(random_source({Generator::PyTorch, Distribution::Linear, 789, 0, 3}, 3, 2),
              "torch.manual_seed(789); torch.nn.Linear(3, 2, bias=False).weight.T");
    for (const Generator generator : {Generator::NumPy, Generator::NumPyGenerator})
        EXPECT_EQ(random_matrix({generator, Distribution::Linear, 1, 0, 3}, 2, 2).error().message,
                  "nn.Linear is a layer of PyTorch; choose the generator PyTorch");
}

} // namespace attn::fill_test
