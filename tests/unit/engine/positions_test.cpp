// SPDX-License-Identifier: MIT
// The published slopes of heads.
#include "core/engine/numbers/positions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace attn;

/// Press et al. 2022: 1/2, 1/4, …, 1/256 for 8 heads; other numbers of heads by get_slopes in the
/// paper's program.
TEST(Operations, SlopesEqualALiBis) {
    const std::vector<std::vector<Real>> known = {
        {0x1p-8},
        {0x1p-4, 0x1p-8},
        {0x1p-4, 0x1p-8, 0x1p-2},
        {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8},
        {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-1},
        {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-1, 0x1p-3},
        {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-1, 0x1p-3, 0x1p-5},
        {0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8},
        {0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8, std::sqrt(0.5)}};
    for (const std::vector<Real>& slopes : known)
        for (std::size_t head = 0; head < slopes.size(); ++head)
            EXPECT_DOUBLE_EQ(
                alibi_slope(static_cast<Index>(head), static_cast<Index>(slopes.size())),
                slopes[head])
                << "head " << head << " of " << slopes.size();
}
