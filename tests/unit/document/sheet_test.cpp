// SPDX-License-Identifier: MIT
#include "core/document/sheet.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(Sheet, ScaledRepeatsTheScoresOnlyIfItDoesInEveryHead) {
    Document document = new_document();
    const Matrix narrow = Matrix::Ones(2, 1), wide = Matrix::Ones(2, 4);
    document.heads = {{narrow, narrow, narrow}, {narrow, narrow, narrow}};
    EXPECT_TRUE(repeats_previous(document, Stage::Scaled)); // √1 = 1
    document.heads[1] = {wide, wide, narrow};
    EXPECT_FALSE(repeats_previous(document, Stage::Scaled));
    document.switches.scale.kind = Scale::Kind::None;
    EXPECT_TRUE(repeats_previous(document, Stage::Scaled));
}
