// SPDX-License-Identifier: MIT
// The command train, and what other commands say of a loss.
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
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

/// The words of the command that the lesson says in bold.
std::vector<std::string> command_of_lesson(const std::string& name) {
    std::string notes = run_program({"lesson", "notes", name}).out;
    std::erase(notes, '\\'); // of Markdown
    const std::string begin = "**attention-lab ";
    const auto at = notes.find(begin);
    EXPECT_NE(at, std::string::npos) << notes;
    const auto first = at + begin.size();
    std::istringstream text(notes.substr(first, notes.find("**", first) - first));
    return {std::istream_iterator<std::string>(text), {}};
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

TEST(Train, LearnsEachTaskByTheCommandOfItsLesson) {
    const TempDir folder;
    const auto loss_of = [](const std::string& document) {
        const auto shown = run_program({"show", document, "--stage", "loss", "--format", "json"});
        EXPECT_EQ(shown.code, 0) << shown.err;
        return nlohmann::json::parse(shown.out)["values"][0][0].get<double>();
    };
    for (const std::string name : {"copy-the-word-before", "find-the-same-word", "match-pairs",
                                   "majority", "sort-by-position", "learn-four-words"}) {
        std::vector<std::string> command = command_of_lesson(name);
        ASSERT_GT(command.size(), 2U);
        EXPECT_EQ(command[0], "train");
        EXPECT_EQ(command[1], name);
        EXPECT_NE(std::find(command.begin(), command.end(), "--seed"), command.end());
        const std::string learned = folder / (name + ".attn");
        command.insert(command.end(), {"-o", learned});
        const auto finished = run_program(command);
        ASSERT_EQ(finished.code, 0) << finished.err;
        EXPECT_LT(loss_of(learned), 0.01 * loss_of(name)) << name;
    }
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

TEST(Train, TheCurveIsAPictureThatOpensAsWhatWasTrained) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document),
                      learned = folder / "learned.attn";
    for (const std::string ending : {"svg", "png", "pdf"}) {
        const std::string curve = folder / ("loss." + ending);
        const auto ended = run_program(
            {"train", start, "--steps", "30", "-o", learned, "--curve", curve, "--logarithmic"});
        ASSERT_EQ(ended.code, 0) << ended.err;
        const auto shown = run_program({"show", curve, "--format", "json"});
        ASSERT_EQ(shown.code, 0) << shown.err;
        EXPECT_EQ(shown.out, run_program({"show", learned, "--format", "json"}).out) << ending;
    }
    const std::string svg = bytes_of(folder / "loss.svg");
    for (const std::string_view said : {">0<", ">30<"})
        EXPECT_NE(svg.find(said), std::string::npos) << said;
    expect_fails({"train", start, "-o", learned, "--curve", folder / "loss.gif"}, 2,
                 "a loss curve is written as .csv, .png, .svg or .pdf");
}

TEST(Train, AnExportedProgramPrintsTheSameCurve) {
    const TempDir folder;
    const std::vector<std::string> how = {"--steps", "20",     "--rate",      "0.3",
                                          "--seed",  "4",      "--optimiser", "momentum",
                                          "--learn", "W_K,W_Q"};
    std::vector<std::string> train = {"train",           "majority", "-o",
                                      folder / "a.attn", "--curve",  folder / "curve.csv"};
    train.insert(train.end(), how.begin(), how.end());
    ASSERT_EQ(run_program(train).code, 0);
    std::vector<std::string> exporting = {"export", "majority", folder / "train.py", "--training"};
    exporting.insert(exporting.end(), how.begin(), how.end());
    const auto exported = run_program(exporting);
    ASSERT_EQ(exported.code, 0) << exported.err;
    const auto ended = run_shell("/usr/bin/python3 -B '" + (folder / "train.py") + "'");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const auto ours = lines_of(bytes_of(folder / "curve.csv")), theirs = lines_of(ended.out);
    ASSERT_EQ(ours.size(), 22U);
    ASSERT_EQ(theirs.size(), ours.size());
    EXPECT_EQ(theirs[0], ours[0]);
    for (std::size_t step = 1; step < ours.size(); ++step)
        EXPECT_NEAR(std::stod(theirs[step].substr(theirs[step].find(',') + 1)),
                    std::stod(ours[step].substr(ours[step].find(',') + 1)), 1e-9);
}

TEST(Train, ProgramsThatCannotTrainAreRefused) {
    const TempDir folder;
    const std::string py = folder / "a.py";
    expect_fails({"export", "majority", folder / "a.cpp", "--training"}, 2, "end in .py");
    expect_fails({"export", "majority", py, "--steps", "3"}, 2, "add --training");
    expect_fails({"export", "majority", py, "--seed", "3"}, 2, "add --worksheet or --training");
    expect_fails({"export", "majority", py, "--training", "--program", "jax"}, 2,
                 "only programs of NumPy and PyTorch train");
    expect_fails({"export", "four-words", py, "--training"}, 2, "has no loss");
    expect_fails({"export", "majority", py, "--training", "--learn", "W_Z"}, 2, "W_Z");
    expect_fails({"export", "majority", py, "--training", "--steps", "0"}, 2, "--steps");
    EXPECT_EQ(bytes_of(py), "");
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
