// SPDX-License-Identifier: MIT
// The movement between two figures: it begins where a matrix was, ends where it is, and is short.
#include "app/explaining/movement.h"

#include <gtest/gtest.h>

using namespace app;
using attn::SheetId;
using attn::Stage;
using attn::figure::Figure;
using attn::figure::Rect;

namespace {

Figure figure_of(const std::vector<std::pair<Stage, Rect>>& matrices) {
    Figure figure;
    for (const auto& [stage, cells] : matrices)
        figure.grids.push_back({SheetId{stage}, cells, 1, 1});
    return figure;
}

} // namespace

TEST(Movement, GoesFromWhereAMatrixWasToWhereItIs) {
    const Rect small{10, 20, 30, 40}, large{100, 200, 300, 400};
    const Movement movement =
        movement_between(figure_of({{Stage::X, small}, {Stage::Q, small}, {Stage::K, small}}),
                         figure_of({{Stage::Q, large}, {Stage::K, small}, {Stage::V, large}}), 5);
    ASSERT_EQ(movement.ways.size(), 1U) << "only Q is in both and moves";
    EXPECT_EQ(frames_of(movement, 5), std::vector{small});
    const auto halfway = frames_of(movement, 5 + movement_seconds / 2);
    ASSERT_EQ(halfway.size(), 1U);
    EXPECT_GT(halfway[0].x, 55) << "fast at first";
    EXPECT_LT(halfway[0].right(), large.right());
    EXPECT_FALSE(movement.has_ended(5.14));
    EXPECT_TRUE(movement.has_ended(5.16));
    EXPECT_TRUE(frames_of(movement, 5.16).empty());
}

TEST(Movement, HasSixtyFramesInASecondHoweverLongTheyTake) {
    for (const double drawing : {0.0, 0.002, 0.012}) {
        const Movement movement{{}, 7};
        int frames = 0;
        for (double now = 7; !movement.has_ended(now); ++frames) {
            now += drawing;
            const double due = seconds_to_next_frame(movement, now);
            EXPECT_GT(due, 0);
            EXPECT_LE(due, 1 / movement_frames + 1e-6);
            now += due;
        }
        EXPECT_EQ(frames, 9) << drawing << " s for each";
    }
}
