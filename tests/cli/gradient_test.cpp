// SPDX-License-Identifier: MIT
// The command gradient: tables of derivatives, and what it refuses.
#include "tests/support/expect_fails.h"
#include "tests/support/run_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

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

TEST(Gradient, AgreesWithTheSlopeOfSoftmax) {
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

TEST(Gradient, ListsStagesBackwards) {
    const auto finished = run_program({"gradient", "four-words", "weights[1,2]", "--steps"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    std::size_t last = 0;
    for (const char* stage : {"d.weights ", "d.scaled ", "d.scores ", "d.K ", "d.Q ", "d.X "}) {
        const auto at = finished.out.find(stage);
        ASSERT_NE(at, std::string::npos) << stage << finished.out;
        EXPECT_GE(at, last) << stage << "follows";
        last = at;
    }
    EXPECT_EQ(finished.out.find("d.masked"), std::string::npos) << "there is no mask";
    EXPECT_NE(finished.out.find("∂ weights[1,2] / ∂ W_Q = Xᵀ ∂Q"), std::string::npos)
        << finished.out;
}

TEST(Gradient, ExplainsOneDerivative) {
    const auto finished =
        run_program({"gradient", "four-words", "weights[1,2]", "--explain", "W_Q[0,1]"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_NE(finished.out.find("= X[·,0] · d.Q[·,1]"), std::string::npos) << finished.out;
    EXPECT_EQ(
        run_program({"gradient", "four-words", "weights[1,2]", "--explain", "d.W_Q[0,1]"}).out,
        finished.out);
    const auto slopes = run_program(
        {"gradient", "four-words", "weights[1,2]", "--stage", "W_Q", "--format", "json"});
    const double slope = nlohmann::json::parse(slopes.out).at("values")[0][1];
    const auto last = finished.out.rfind("= ");
    EXPECT_NEAR(std::stod(finished.out.substr(last + 2)), slope, 5e-5);
}

TEST(Gradient, RefusesConflictingOptions) {
    expect_fails({"gradient", "four-words", "weights[0,0]", "--steps", "--stage", "X"}, 2,
                 "leave out --stage");
    expect_fails({"gradient", "four-words", "weights[0,0]", "--steps", "--format", "csv"}, 2,
                 "a csv or npy file holds one stage");
    expect_fails({"gradient", "four-words", "weights[0,0]", "--explain", "X[0,0]", "--steps"}, 2,
                 "--explain is about one derivative");
    expect_fails(
        {"gradient", "four-words", "weights[0,0]", "--explain", "X[0,0]", "--format", "json"}, 2,
        "--explain writes text");
    expect_fails({"gradient", "four-words", "scores[0,0]", "--explain", "weights[0,0]"}, 2,
                 "comes after scores");
    expect_fails({"gradient", "four-words", "scores[0,0]", "--explain", "X[9,0]"}, 2, "rows are");
}

TEST(Gradient, RefusesStagesWithoutAGradient) {
    expect_fails({"gradient", "concepts", "cosine[0,1]"}, 2, "has no gradient");
    expect_fails({"gradient", "four-words", "weighted_values[0,0,0]"}, 2, "ask for the output");
    expect_fails({"gradient", "four-words", "scores[0,1]", "--stage", "weights"}, 2,
                 "comes after scores");
    expect_fails({"gradient", "four-words", "weights[9,0]"}, 2, "rows are 0 to 3");
    expect_fails({"gradient", "four-words", "weights[0,0]", "--format", "csv"}, 2, "--stage");
}
