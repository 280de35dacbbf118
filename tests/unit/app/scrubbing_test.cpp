// SPDX-License-Identifier: MIT
#include "app/panels/scrubbing.h"

#include <gtest/gtest.h>

using namespace app;

TEST(Scrubbing, NoTravelGivesTheStartBitForBit) {
    for (const double start : {0.5488135039273248, 1.0 / 3, 12345.678, -0.0, 1e-300})
        EXPECT_EQ(scrubbed(start, 0, false), start);
}

TEST(Scrubbing, APixelIsAHundredthOnRoundNumbers) {
    EXPECT_EQ(scrubbed(0.5488135039273248, 1, false), 0.56);
    EXPECT_EQ(scrubbed(1, 37, false), 1.37);
    EXPECT_EQ(scrubbed(1, -37, false), 0.63);
    EXPECT_EQ(scrubbed(0, -250, false), -2.5);
}

TEST(Scrubbing, TheStepGrowsWithTheNumber) {
    EXPECT_EQ(scrubbed(12, 3, false), 12.3);
    EXPECT_EQ(scrubbed(250, 3, false), 253);
    EXPECT_EQ(scrubbed(4000, 2, false), 4020);
}

TEST(Scrubbing, FineTravelLandsOnAFinerGrid) {
    EXPECT_EQ(scrubbed(1, 0.4, true), 1.004);
    EXPECT_EQ(scrubbed(0.56, -0.1, true), 0.559);
}
