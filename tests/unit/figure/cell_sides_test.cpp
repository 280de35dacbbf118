// SPDX-License-Identifier: MIT
// The lengths of cells of matrices that share a space.
#include "core/figure/canvas/canvas_attempt.h"

#include <gtest/gtest.h>

#include <vector>

namespace attn::figure {
namespace {

TEST(CellSides, TheLastBitOfARoomMadeForItsCellsDecidesNothing) {
    constexpr float least = 15.75F, most = 30;
    // Words and dimensions in one track, beside a track that is as long as its title.
    const std::vector<Track> tracks{{{{5, true}, {4, false}}, 0}, {{{3, true}}, 70}};
    const float room = extent(tracks, {least, least});
    for (const float hair : {-1e-4F, 0.0F, 1e-4F}) {
        const Sides found = fitted(tracks, {room + hair, least, most, 56, least});
        EXPECT_NEAR(found.words, least, 0.01) << hair;
        EXPECT_NEAR(found.dimensions, 5 * least / 4, 0.01) << hair;
    }
}

TEST(CellSides, AllCellsHaveOneSizeIfEveryNumberCanBeRead) {
    const std::vector<Track> tracks{{{{5, true}, {4, false}}, 0}};
    const Sides found = fitted(tracks, {100, 15, 30, 56, 13});
    EXPECT_NEAR(found.words, 20, 1e-3);
    EXPECT_NEAR(found.dimensions, 20, 1e-3);
}

} // namespace
} // namespace attn::figure
