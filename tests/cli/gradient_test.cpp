// SPDX-License-Identifier: MIT
// The command gradient: tables of derivatives, and what it refuses.
#include "tests/support/expect_fails.h"
#include "tests/support/run_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace attn::test;

TEST(Gradient, NamesEveryInput) {
    const auto finished =
        run_program({"gradient", "four-words", "weights[1,2]", "--format", "json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    const auto stages = nlohmann::json::parse(finished.out).at("stages");
    ASSERT_EQ(stages.size(), 4U);
    EXPECT_EQ(stages[0].at("stage"), "d.X");
    EXPECT_EQ(stages[3].at("stage"), "d.W_V");
    for (const auto& row : stages[3].at("values")) // weights do not depend on values
        for (const auto& number : row)
            EXPECT_EQ(number, 0);
}

TEST(Gradient, OfOneStageFollowsTheSoftmax) {
    // ∂w/∂s = w (1 − w) for the number's own score.
    const auto weights =
        run_program({"show", "four-words", "--stage", "weights", "--format", "json"});
    const auto slopes = run_program(
        {"gradient", "four-words", "weights[1,2]", "--stage", "d.scaled", "--format", "json"});
    ASSERT_EQ(slopes.code, 0) << slopes.err;
    const double weight = nlohmann::json::parse(weights.out).at("values")[1][2];
    const double slope = nlohmann::json::parse(slopes.out).at("values")[1][2];
    EXPECT_NEAR(slope, weight * (1 - weight), 1e-12);
}

TEST(Gradient, RefusesWhatHasNone) {
    expect_fails({"gradient", "concepts", "cosine[0,1]"}, 2, "has no gradient");
    expect_fails({"gradient", "four-words", "weighted_values[0,0,0]"}, 2, "ask for the output");
    expect_fails({"gradient", "four-words", "scores[0,1]", "--stage", "weights"}, 2,
                 "comes after scores");
    expect_fails({"gradient", "four-words", "weights[9,0]"}, 2, "rows are 0 to 3");
    expect_fails({"gradient", "four-words", "weights[0,0]", "--format", "csv"}, 2, "--stage");
}
