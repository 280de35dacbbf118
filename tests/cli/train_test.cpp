// SPDX-License-Identifier: MIT
// The command train, and what other commands show for a loss.
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

/// Two words that should attend to each other.
const std::string document = R"({
  "format": "attention-lab", "version": [2, 0],
  "model": {"target": "weights", "loss": "cross_entropy"},
  "lists": {"words": ["a", "b"]},
  "inputs": {"X": [[1, 0], [0.5, 1]], "W_Q": [[0.3, -0.2], [0.1, 0.4]],
             "W_K": [[1, 0], [0, 1]], "W_V": [[1, 2], [3, 4]], "target": [[0, 1], [1, 0]]}
})";

/// The same with settings of its own.
std::string with_settings(const std::string& training) {
    nlohmann::json made = nlohmann::json::parse(document);
    made["training"] = nlohmann::json::parse(training);
    return made.dump();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// The arguments of the command that the lesson shows in bold.
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

TEST(Train, ASeedDrawsTheStart) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document);
    const auto at_seed = [&](const char* seed) {
        return run_program({"train", start, "--seed", seed, "--rate", "0", "--steps", "1"}).out;
    };
    EXPECT_EQ(at_seed("1"), at_seed("1"));
    EXPECT_NE(at_seed("1"), at_seed("2"));
}

TEST(Train, StartsWithTheSettingsOfTheDocument) {
    const TempDir folder;
    const std::string plain = folder.file("plain.attn", document);
    const std::string start =
        folder.file("start.attn", with_settings(R"({"optimiser": "momentum", "learning_rate": 0.3,
            "momentum": 0.5, "steps": 7, "learn": ["W_K"]})"));
    const auto saved = run_program({"train", start});
    ASSERT_EQ(saved.code, 0) << saved.err;
    EXPECT_TRUE(saved.err.starts_with("step 7 of 7, loss ")) << saved.err;
    const auto said = run_program({"train", plain, "--optimiser", "momentum", "--rate", "0.3",
                                   "--momentum", "0.5", "--steps", "7", "--learn", "W_K"});
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.out, saved.out) << "what options say is kept";
    EXPECT_EQ(nlohmann::json::parse(saved.out)["training"]["learn"],
              nlohmann::json::array({"W_K"}));
    const auto usual = run_program({"train", plain});
    EXPECT_FALSE(nlohmann::json::parse(usual.out).contains("training"));

    const auto shorter = run_program({"train", start, "--steps", "3"});
    EXPECT_TRUE(shorter.err.starts_with("step 3 of 3, loss ")) << shorter.err;
    const auto kept = nlohmann::json::parse(shorter.out)["training"];
    EXPECT_EQ(kept["steps"], 3);
    EXPECT_EQ(kept["learning_rate"], 0.3) << "what no option says stays";

    const auto program = run_program({"export", start, folder / "train.py", "--training"});
    ASSERT_EQ(program.code, 0) << program.err;
    const std::string code = bytes_of(folder / "train.py");
    EXPECT_NE(code.find("steps, rate, weight_decay = 7, 0.3, 0"), std::string::npos) << code;
    EXPECT_NE(code.find("momentum = 0.5\n"), std::string::npos) << code;
    EXPECT_NE(code.find("def loss_and_gradient(W_K):"), std::string::npos) << code;
}

TEST(Train, TheDocumentsSeedDrawsTheStartUnlessTurnedOff) {
    const TempDir folder;
    const std::string start =
        folder.file("start.attn", with_settings(R"({"seed": 4, "steps": 1, "learning_rate": 0})"));
    const auto inputs = [&](const std::vector<std::string>& options) {
        std::vector<std::string> command = {"train", start};
        command.insert(command.end(), options.begin(), options.end());
        const auto finished = run_program(command);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return nlohmann::json::parse(finished.out)["inputs"];
    };
    const auto before = nlohmann::json::parse(document)["inputs"];
    EXPECT_NE(inputs({})["W_Q/0"], before["W_Q"]);
    EXPECT_EQ(inputs({}), inputs({"--seed", "4"}));
    EXPECT_NE(inputs({}), inputs({"--seed", "5"}));
    EXPECT_EQ(inputs({"--seed", "none"})["W_Q/0"], before["W_Q"]);
}

TEST(Train, SettingsTheOptimiserIgnoresAreRefused) {
    const TempDir folder;
    const std::string start = folder.file("start.attn", document);
    expect_fails({"train", start, "--momentum", "0.5"}, 2,
                 "--momentum changes nothing with adam: it is for momentum");
    expect_fails({"train", start, "--optimiser", "momentum", "--betas", "0.9", "0.99"}, 2,
                 "--betas changes nothing with momentum: it is for adam");
    expect_fails({"train", start, "--optimiser", "gradient", "--epsilon", "1e-6"}, 2,
                 "--epsilon changes nothing with gradient");
    expect_fails({"train", start, "--betas", "0.9"}, 2, "--betas needs two values");
    expect_fails({"train", start, "--betas", "0.9", "1"}, 2, "expected a number from 0 to below 1");
    expect_fails({"train", start, "--epsilon", "0"}, 2, "expected a number above 0");
    expect_fails({"train", start, "--seed", "some"}, 2, "or none");
    EXPECT_EQ(run_program({"train", start, "--betas", "0.8", "0.99", "--steps", "1"}).code, 0);
    expect_fails({"train", folder.file("wrong.attn", with_settings(R"({"learn": ["W_Q/3"]})"))}, 3,
                 "training.learn[0]: the document has no W_Q/3");
}

TEST(Train, LearnsEachTaskByTheCommandOfItsLesson) {
    const TempDir folder;
    const auto loss_of = [](const std::string& path) {
        const auto shown = run_program({"show", path, "--stage", "loss", "--format", "json"});
        EXPECT_EQ(shown.code, 0) << shown.err;
        return nlohmann::json::parse(shown.out)["values"][0][0].get<double>();
    };
    for (const std::string name :
         {"copy-the-word-before", "find-the-same-word", "induction", "match-pairs", "majority",
          "sort-by-position", "learn-four-words"}) {
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

TEST(Train, RefusesDocumentsThatCannotLearn) {
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
                 "half of it, a learning rate of 5e+299");
    EXPECT_EQ(bytes_of(learned), "");
}

TEST(Train, ThePictureOfTheCurveHoldsTheTrainedDocument) {
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
