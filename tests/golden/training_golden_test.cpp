// SPDX-License-Identifier: MIT
// A hundred steps of every optimiser against PyTorch's numbers in training_reference.json.
#include "tests/golden/expected_training.h"

#include <gtest/gtest.h>

#include <fstream>

TEST(Training, AHundredStepsEqualPyTorchs) {
    std::ifstream stream(ATTENTION_SOURCE_DIR "/tests/golden/training_reference.json");
    const auto all = nlohmann::json::parse(stream);
    ASSERT_EQ(all.size(), 12U);
    for (const auto& entry : all)
        attn::testing::expect_training(entry);
}
