// SPDX-License-Identifier: MIT
#include "core/engine/kernels/single_precision.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace attn;

namespace {

/// The result's distance from the float nearest to `exact`, in units in the last place.
double units_off(float result, double exact) {
    const float nearest = std::abs(static_cast<float>(exact));
    const double unit = static_cast<double>(std::nextafter(nearest, 2 * nearest + 1)) -
                        static_cast<double>(nearest);
    return std::abs(static_cast<double>(result) - exact) / unit;
}

} // namespace

TEST(SingleLog, IsWithinTwoUnitsOfTheTrueLogarithm) {
    for (int at = 1; at < 1 << 16; ++at) {
        const float x = static_cast<float>(at) * 0x1p-16F;
        ASSERT_LE(units_off(single_log(x), std::log(static_cast<double>(x))), 2) << x;
    }
    EXPECT_EQ(single_log(1), 0);
    EXPECT_NEAR(single_log(0x1p-24F), -24 * std::log(2.0), 1e-5);
}

TEST(SingleSineCosine, AreWithinOneUnitOfOneOverTheFullTurn) {
    for (int at = 0; at < 1 << 16; ++at) {
        const float x = static_cast<float>(at) * 6.2831853F * 0x1p-16F;
        const auto [sine, cosine] = single_sine_cosine(x);
        ASSERT_NEAR(sine, std::sin(static_cast<double>(x)), 1.2e-7) << x;
        ASSERT_NEAR(cosine, std::cos(static_cast<double>(x)), 1.2e-7) << x;
    }
}
