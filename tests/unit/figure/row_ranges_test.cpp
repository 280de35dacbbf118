// SPDX-License-Identifier: MIT
// Minimum and maximum of many numbers, and of changing rows, compared with the plain definition.
#include "core/figure/matrix/kept_looks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace {

using namespace attn;
using namespace attn::figure;

Vector random_numbers(Index count, std::mt19937& generator) {
    std::uniform_real_distribution<Real> any(-1, 1);
    return Vector::NullaryExpr(count, [&] { return any(generator); });
}

TEST(FiniteRange, IsMinimumAndMaximum) {
    std::mt19937 generator(1);
    for (const Index count : {1, 2, 100, 8192, 8193, 40000, 1000000}) {
        Vector numbers = random_numbers(count, generator);
        const Index some[] = {0, count / 2, count - 1, std::min<Index>(count - 1, 8191)};
        for (const Index low : some)
            for (const Index high : some) {
                if (low == high)
                    continue;
                const Real old_low = numbers(low), old_high = numbers(high);
                numbers(low) = -7;
                numbers(high) = 9;
                EXPECT_EQ(finite_range(numbers.data(), count), LowHigh(-7, 9))
                    << count << ": " << low << ", " << high;
                numbers(low) = old_low;
                numbers(high) = old_high;
            }
    }
}

TEST(FiniteRange, IsMissingIfANumberIsNotFinite) {
    std::mt19937 generator(2);
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    for (const Index count : {1, 100, 40000, 1000000})
        for (const Index at : {Index(0), count / 2, count - 1})
            for (const Real bad : {infinity, -infinity, std::nan("")}) {
                Vector numbers = random_numbers(count, generator);
                numbers(at) = bad;
                EXPECT_FALSE(finite_range(numbers.data(), count)) << count << ": " << at;
            }
}

TEST(RowRanges, FollowChangedRows) {
    std::mt19937 generator(3);
    Matrix matrix(300, 7);
    for (Index row = 0; row < matrix.rows(); ++row)
        matrix.row(row) = random_numbers(matrix.cols(), generator).transpose();
    RowRanges ranges;
    Stale stale;
    stale.add_all();
    for (int change = 0; change < 50; ++change) {
        EXPECT_EQ(ranges.follow(matrix, stale), LowHigh(matrix.minCoeff(), matrix.maxCoeff()));
        const Vector factors = random_numbers(matrix.rows(), generator);
        const Matrix weighed = factors.asDiagonal() * matrix;
        EXPECT_EQ(ranges.times(factors), LowHigh(weighed.minCoeff(), weighed.maxCoeff()));
        const auto row = static_cast<Index>(generator() % 300);
        matrix.row(row) = 3 * random_numbers(matrix.cols(), generator).transpose();
        stale = {false, {row}};
    }
    matrix(100, 3) = std::nan("");
    EXPECT_FALSE(ranges.follow(matrix, {false, {100}}));
    EXPECT_FALSE(ranges.times(Vector::Ones(matrix.rows())));
}

} // namespace
