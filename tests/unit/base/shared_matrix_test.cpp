// SPDX-License-Identifier: MIT
#include "core/base/covered.h"
#include "core/base/shared_matrix.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

using namespace attn;

TEST(SharedMatrix, EqualityIsSafeForDifferentShapes) {
    EXPECT_FALSE(SharedMatrix(Matrix::Zero(2, 3)) == SharedMatrix(Matrix::Zero(3, 2)));
    EXPECT_TRUE(SharedMatrix() == SharedMatrix());
}

TEST(SharedMatrix, EqualityDistinguishesZeroAndMinusZero) {
    const SharedMatrix nan(Matrix::Constant(1, 1, std::nan("")));
    EXPECT_TRUE(nan == SharedMatrix(Matrix::Constant(1, 1, std::nan(""))));
    EXPECT_FALSE(SharedMatrix(Matrix::Constant(1, 1, 0.0)) ==
                 SharedMatrix(Matrix::Constant(1, 1, -0.0)));
}

TEST(SharedMatrix, AllNaNsAreEqual) {
    const auto holding = [](Real value) { return SharedMatrix(Matrix::Constant(2, 2, value)); };
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    const Real other = std::bit_cast<Real>(std::uint64_t{0x7FF8'0000'0000'0001});
    EXPECT_TRUE(holding(nan) == holding(-nan));
    EXPECT_TRUE(holding(-other) == holding(nan));
    Matrix last = Matrix::Constant(2, 2, nan);
    last(1, 1) = 1;
    EXPECT_FALSE(holding(nan) == SharedMatrix(last));
    EXPECT_FALSE(holding(nan) == holding(covered_number));
    EXPECT_TRUE(holding(-covered_number) == holding(covered_number));
}

TEST(SharedMatrix, CopiesShareTheirStorage) {
    const SharedMatrix first(Matrix::Identity(3, 3));
    const SharedMatrix second = first;
    EXPECT_TRUE(first.is_same(second));
}

TEST(SharedMatrix, KnowsTheRowThatDiffersFromItsOrigin) {
    const SharedMatrix base(Matrix::Zero(3, 2));
    Matrix changed = *base;
    changed(1, 0) = 5;
    const SharedMatrix made(changed, base, 1);
    EXPECT_EQ(made.only_difference(base), 1);
    EXPECT_EQ(base.only_difference(made), 1);
    EXPECT_FALSE(made == base);
    EXPECT_EQ(made, SharedMatrix(changed)) << "by every number where nothing is known";

    const SharedMatrix back(*base, made, 1);
    EXPECT_EQ(back.only_difference(made), 1);
    EXPECT_EQ(back.only_difference(base), 1) << "two steps away, each in the same row";
    EXPECT_EQ(back, base);
    Matrix wider = changed;
    wider(2, 1) = 7;
    const SharedMatrix another(wider, made, 2);
    EXPECT_EQ(another.only_difference(made), 2);
    EXPECT_EQ(another.only_difference(base), std::nullopt) << "two rows";
    EXPECT_EQ(another.only_difference(back), std::nullopt) << "a row of one, another of the other";
    EXPECT_FALSE(another == base);
    EXPECT_FALSE(another == back);
    const SharedMatrix sibling(*base, base, 1);
    EXPECT_EQ(sibling.only_difference(made), 1);
    EXPECT_EQ(sibling.only_difference(another), std::nullopt);
    const SharedMatrix alike(changed, made, 2);
    EXPECT_EQ(alike, made) << "a row may be known that did not change";
    const SharedMatrix copy = made;
    EXPECT_EQ(copy.only_difference(base), 1);
}

TEST(SharedMatrix, NeverMistakesReusedMemoryForItsOrigin) {
    // New matrices take the memory of old ones, but must not be taken for them.
    for (int round = 0; round < 50; ++round) {
        auto base = std::make_optional<SharedMatrix>(Matrix::Zero(2, 2));
        const SharedMatrix made(Matrix::Ones(2, 2), *base, 0);
        base.reset();
        const SharedMatrix other(Matrix::Ones(2, 2));
        EXPECT_EQ(made.only_difference(other), std::nullopt);
        EXPECT_EQ(made, other);
    }
}
