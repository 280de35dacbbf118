// SPDX-License-Identifier: MIT
// A hundred steps of every optimiser of more documents against PyTorch, which is run for them.
#include "tests/golden/expected_training.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

TEST(LargeTraining, AHundredStepsEqualPyTorchs) {
    const attn::test::Ended ended = attn::test::run_shell(
        "/usr/bin/python3 -B " ATTENTION_SOURCE_DIR "/tests/golden/training_reference.py 3 12");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const auto all = nlohmann::json::parse(ended.out);
    EXPECT_EQ(all.size(), 60U);
    for (const auto& entry : all)
        attn::test::expect_training(entry);
}
