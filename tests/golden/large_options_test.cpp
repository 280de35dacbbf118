// SPDX-License-Identifier: MIT
// Hundreds of documents with options against NumPy, and heads and blocks against PyTorch's modules.
#include "tests/golden/expected_stages.h"
#include "tests/support/python.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <string>

using attn::test::expect_every_stage;
using attn::test::expect_stages;
using nlohmann::json;

namespace {

json made_by(const std::string& script) {
    const attn::test::Ended ended = attn::test::run_shell(
        "/usr/bin/python3 -B " ATTENTION_SOURCE_DIR "/tests/golden/" + script);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.code == 0 ? json::parse(ended.out) : json::array();
}

} // namespace

TEST(LargeOptions, EveryStageOfManyDocumentsEqualsNumPys) {
    const int count = attn::test::times(400);
    const json all = made_by("options_reference.py 1 " + std::to_string(count));
    EXPECT_EQ(all.size(), static_cast<std::size_t>(count));
    expect_every_stage(all);
}

TEST(LargeOptions, WhatFollowsAGivenStageEqualsNumPysInManyDocuments) {
    const int count = attn::test::times(200);
    const json all = made_by("options_reference.py 8 " + std::to_string(count) + " given");
    EXPECT_EQ(all.size(), static_cast<std::size_t>(count));
    expect_every_stage(all);
}

TEST(LargeOptions, EveryStageEqualsPyTorchsModules) {
    const json all = made_by("torch_options.py");
    EXPECT_EQ(all.size(), 47U);
    for (const json& entry : all)
        expect_stages(entry);
}
