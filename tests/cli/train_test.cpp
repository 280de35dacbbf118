// SPDX-License-Identifier: MIT
// The command train, and what other commands say of a loss.
#include "tests/support/expect_fails.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace attn::test;

namespace {

/// Two words that are to listen to each other.
const std::string document = R"({
  "format": "attention-lab", "version": [2, 0],
  "model": {"target": "weights", "loss": "cross_entropy"},
  "lists": {"words": ["a", "b"]},
  "inputs": {"X": [[1, 0], [0.5, 1]], "W_Q": [[0.3, -0.2], [0.1, 0.4]],
             "W_K": [[1, 0], [0, 1]], "W_V": [[1, 2], [3, 4]], "target": [[0, 1], [1, 0]]}
})";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

TEST(Train, WritesWhatWasLearnedAndTheCurve) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document);
    const auto finished = run_program(
        {"train", start, "-o", folder / "learned.attn", "--curve", folder / "loss.csv"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(finished.err.starts_with("step 200 of 200, loss ")) << finished.err;
    const auto curve = lines_of(bytes_of(folder / "loss.csv"));
    ASSERT_EQ(curve.size(), 202U);
    EXPECT_EQ(curve[0], "step,loss");
    const auto loss_of = [](const std::string& path) {
        const auto shown = run_program({"show", path, "--stage", "loss", "--format", "json"});
        EXPECT_EQ(shown.code, 0) << shown.err;
        return nlohmann::json::parse(shown.out)["values"][0][0].get<double>();
    };
    EXPECT_EQ(std::stod(curve[1].substr(2)), loss_of(start));
    EXPECT_EQ(std::stod(curve[201].substr(4)), loss_of(folder / "learned.attn"));
    EXPECT_LT(loss_of(folder / "learned.attn"), 0.01);
}

TEST(Train, ChangesOnlyWhatLearns) {
    const TempDir folder;
    const auto finished = run_program({"train", folder.file("start.attn", document), "--learn",
                                       "W_Q,X", "--steps", "1", "--optimiser", "gradient"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    const auto before = nlohmann::json::parse(document)["inputs"];
    const auto after = nlohmann::json::parse(finished.out)["inputs"];
    EXPECT_NE(after["W_Q/0"], before["W_Q"]);
    EXPECT_NE(after["X"], before["X"]);
    EXPECT_EQ(after["W_K/0"], before["W_K"]);
    EXPECT_EQ(after["target"], before["target"]);
}

TEST(Train, BeginsAnewWithASeed) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document);
    const auto at_seed = [&](const char* seed) {
        return run_program({"train", start, "--seed", seed, "--rate", "0", "--steps", "1"}).out;
    };
    EXPECT_EQ(at_seed("1"), at_seed("1"));
    EXPECT_NE(at_seed("1"), at_seed("2"));
}

TEST(Train, RefusesWhatCannotLearn) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document);
    expect_fails({"train", "four-words"}, 2, "has no loss; give its model a \"target\"");
    expect_fails({"train", "no-such"}, 3, "no-such");
    expect_fails({"train", start, "--learn", "W_K,wieghts"}, 2, "did you mean \"weights\"?");
    expect_fails({"train", start, "--learn", "weights"}, 2, "is computed and cannot learn");
    expect_fails({"train", start, "--rate", "-1"}, 2, "--rate");
    expect_fails({"train", start, "--optimiser", "adm"}, 2, "adam");
    expect_fails({"train", start, "--curve", "-"}, 2, "cannot both go to standard output");
    const std::string learned = folder / "learned.attn";
    expect_fails({"train", start, "--optimiser", "gradient", "--rate", "1e300", "-o", learned}, 1,
                 "try half of it");
    EXPECT_EQ(bytes_of(learned), "");
}

TEST(ALoss, IsShownExplainedCheckedAndHasAGradient) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document);
    EXPECT_EQ(run_program({"check", start}).code, 0);
    EXPECT_NE(run_program({"show", start}).out.find("target"), std::string::npos);
    for (const char* place : {"loss", "loss[0,0]"}) {
        const auto explained = run_program({"explain", start, place});
        EXPECT_EQ(explained.code, 0) << explained.err;
        EXPECT_NE(explained.out.find("log"), std::string::npos) << explained.out;
    }
    const auto gradient = run_program({"gradient", start, "loss", "--format", "json"});
    ASSERT_EQ(gradient.code, 0) << gradient.err;
    const auto stages = nlohmann::json::parse(gradient.out)["stages"];
    ASSERT_EQ(stages.size(), 5U);
    EXPECT_EQ(stages[4]["stage"], "d.target");
    EXPECT_NE(stages[1]["values"][0][0], 0);
}
