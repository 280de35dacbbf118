// SPDX-License-Identifier: MIT
// A hundred steps of every optimiser against PyTorch's numbers in training_reference.json.
#include "tests/golden/expected_training.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>

TEST(Training, AHundredStepsEqualPyTorchs) {
    const auto all = attn::test::golden_file("training_reference.json");
    ASSERT_EQ(all.size(), 12U);
    for (const auto& entry : all)
        attn::test::expect_training(entry);
}
