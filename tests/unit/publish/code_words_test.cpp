// SPDX-License-Identifier: MIT
// What programs say about each stage.
#include "core/engine/graph/place.h"
#include "core/publish/code/code_words.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(CodeWords, HaveARowForEveryStageOfEveryModel) {
    ASSERT_GT(stages().size(), 90U);
    for (const StageInfo& about : stages())
        EXPECT_TRUE(publish::has_words_about(about.model, about.stage))
            << "core/publish/code/code_words.cpp has no row for " << about.name()
            << "; write what programs say about it, or `titled` if its title says enough";
    EXPECT_FALSE(publish::has_words_about(Model::Attention, Stage("no such stage")));
    EXPECT_FALSE(publish::has_words_about(Model::Concepts, Stage::Q));
}
