// SPDX-License-Identifier: MIT
// A thousand documents with options against NumPy, and heads and blocks against PyTorch's modules.
#include "tests/golden/expected_stages.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <string>

using attn::testing::expect_every_stage;
using attn::testing::expect_stages;
using nlohmann::json;

namespace {

json made_by(const std::string& script) {
    const attn::test::Ended ended = attn::test::run_shell(
        "/usr/bin/python3 -B " ATTENTION_SOURCE_DIR "/tests/golden/" + script);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.code == 0 ? json::parse(ended.out) : json::array();
}

} // namespace

TEST(LargeOptions, EveryStageOfAThousandDocumentsEqualsNumPys) {
    const json all = made_by("options_reference.py 1 1000");
    EXPECT_EQ(all.size(), 1000U);
    expect_every_stage(all);
}

TEST(LargeOptions, WhatFollowsAGivenStageEqualsNumPysIn300Documents) {
    const json all = made_by("options_reference.py 8 300 given");
    EXPECT_EQ(all.size(), 300U);
    expect_every_stage(all);
}

TEST(LargeOptions, EveryStageEqualsPyTorchsModules) {
    const json all = made_by("torch_options.py");
    EXPECT_EQ(all.size(), 47U);
    for (const json& entry : all)
        expect_stages(entry);
}
