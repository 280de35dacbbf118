// SPDX-License-Identifier: MIT
#include "core/base/shared_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace attn;

TEST(SharedMatrix, EqualityIsSafeForDifferentShapes) {
    EXPECT_FALSE(SharedMatrix(Matrix::Zero(2, 3)) == SharedMatrix(Matrix::Zero(3, 2)));
    EXPECT_TRUE(SharedMatrix() == SharedMatrix());
}

TEST(SharedMatrix, EqualityIsBitwise) {
    const SharedMatrix nan(Matrix::Constant(1, 1, std::nan("")));
    EXPECT_TRUE(nan == SharedMatrix(Matrix::Constant(1, 1, std::nan(""))));
    EXPECT_FALSE(SharedMatrix(Matrix::Constant(1, 1, 0.0)) ==
                 SharedMatrix(Matrix::Constant(1, 1, -0.0)));
}

TEST(SharedMatrix, CopiesShareTheirStorage) {
    const SharedMatrix first(Matrix::Identity(3, 3));
    const SharedMatrix second = first;
    EXPECT_TRUE(first.is_same(second));
}
