// SPDX-License-Identifier: MIT
// The command seek: reachable goals, and unreachable ones.
#include "tests/support/child_process.h"
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

using namespace attn::test;

namespace {

double number(const std::string& path, const std::string& stage, std::size_t row,
              std::size_t column) {
    const auto shown = run_program({"show", path, "--stage", stage, "--format", "json"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    return nlohmann::json::parse(shown.out)["values"][row][column];
}

} // namespace

TEST(Seek, ReachesGoals) {
    const TempDir folder;
    const std::string file = folder / "sought.attn";
    const auto finished =
        run_program({"seek", "four-words", "weights[0,2]=0.8", "output[1,0]=0.25", "-o", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.err + finished.out, "");
    EXPECT_NEAR(number(file, "weights", 0, 2), 0.8, 1e-6);
    EXPECT_NEAR(number(file, "output", 1, 0), 0.25, 1e-6);
}

TEST(Seek, MovesOnlyTheFreeInputs) {
    const TempDir folder;
    const std::string file = folder / "sought.attn";
    ASSERT_EQ(
        run_program({"seek", "four-words", "weights[0,2]=0.5", "--free", "W_Q", "-o", file}).code,
        0);
    EXPECT_EQ(number(file, "W_K", 0, 0), number("four-words", "W_K", 0, 0));
    EXPECT_EQ(number(file, "X", 0, 0), number("four-words", "X", 0, 0));
}

TEST(Seek, MovesOnlyTheFreeCells) {
    const TempDir folder;
    const std::string file = folder / "sought.attn", before = "the-cat-chased-the-mouse";
    const auto finished = run_program(
        {"seek", before, "weights[1,4]=0.3", "--free", "X[cat],X[mouse],W_K[0,:]", "-o", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_NEAR(number(file, "weights", 1, 4), 0.3, 1e-6);
    EXPECT_NE(number(file, "X", 1, 0), number(before, "X", 1, 0));
    EXPECT_NE(number(file, "W_K", 0, 0), number(before, "W_K", 0, 0));
    for (const std::size_t word : {0U, 2U, 3U})
        EXPECT_EQ(number(file, "X", word, 0), number(before, "X", word, 0));
    EXPECT_EQ(number(file, "W_K", 1, 0), number(before, "W_K", 1, 0));
    EXPECT_EQ(number(file, "W_Q", 0, 0), number(before, "W_Q", 0, 0));
}

TEST(Seek, KeepsNumbersWithinTheirRanges) {
    const TempDir folder;
    const std::string file = folder / "sought.attn", before = "the-cat-chased-the-mouse";
    const auto finished = run_program({"seek", before, "output[1,0]=1", "--free", "X,W_V",
                                       "--range", "-1:1,X=0:", "--accept-nearest", "-o", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
    for (std::size_t at = 0; at < 4; ++at) {
        EXPECT_GE(number(file, "X", at, at), 0);
        EXPECT_GE(number(file, "W_V", at, 0), -1);
        EXPECT_LE(number(file, "W_V", at, 0), 1);
    }
    expect_fails({"seek", before, "weights[1,4]=0.8", "--range", "1"}, 2, "is not a range");
    expect_fails({"seek", before, "weights[1,4]=0.8", "--range", "X=1:0"}, 2,
                 "write the least number first");
    expect_fails({"seek", before, "weights[1,4]=0.8", "--free", "X", "--range", "W_Q=0:1"}, 2,
                 "W_Q has a range and may not move");
}

TEST(Seek, TakesAnyWayIfAskedTo) {
    const TempDir folder;
    const std::string file = folder / "sought.attn";
    const auto finished = run_program({"seek", "the-cat-chased-the-mouse", "weights[1,4]=0.8",
                                       "--free", "X,W_Q", "--any-way", "-o", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_NEAR(number(file, "weights", 1, 4), 0.8, 1e-6);
}

TEST(Seek, SaysHowNearItCameIfItFailsAndWritesNoFile) {
    const TempDir folder;
    const std::string file = folder / "sought.attn";
    expect_fails({"seek", "four-words", "weights[0,2]=1.5", "-o", file}, 1,
                 "weights[0,2] = 1.5 was not reached; the nearest found is ");
    EXPECT_EQ(bytes_of(file), "");
    const auto accepted =
        run_program({"seek", "four-words", "weights[0,2]=1.5", "-o", file, "--accept-nearest"});
    EXPECT_EQ(accepted.code, 0);
    EXPECT_NE(accepted.err.find("was not reached"), std::string::npos);
    EXPECT_GT(number(file, "weights", 0, 2), 0.9);
}

TEST(Seek, SaysWhichNumberTheMaskBlocks) {
    expect_fails({"seek", "majority", "weights[0,1]=0.25"}, 1, "The mask blocks this cell");
    const auto gradient = run_program({"gradient", "majority", "weights[0,1]"});
    EXPECT_EQ(gradient.code, 0);
    EXPECT_NE(gradient.err.find("every derivative of weights[0,1] is 0. The mask blocks"),
              std::string::npos)
        << gradient.err;
    EXPECT_EQ(run_program({"gradient", "majority", "weights[1,0]"}).err, "");
}

namespace {

/// A second of work even without sanitizers: many numbers and distant goals.
std::vector<std::string> long_work([[maybe_unused]] const TempDir& folder) {
#if defined(__SANITIZE_ADDRESS__)
    return {"seek", "ten-by-sixty-four", "output[3,1]=9", "--free", "X"};
#else
    std::vector<std::string> made = {"new"};
    for (int word = 0; word < 120; ++word)
        made.push_back("w" + std::to_string(word));
    const std::string file = folder / "long.attn";
    made.insert(made.end(), {"--d-model", "160", "-o", file});
    EXPECT_EQ(run_program(made).code, 0);
    return {"seek",   file,       "weights[2,3]=0.9", "weights[3,3]=0.9", "weights[4,3]=0.9",
            "--free", "X,W_Q,W_K"};
#endif
}

} // namespace

TEST(Seek, ShowsItsProgressOnATerminal) {
    if (!has_terminals())
        GTEST_SKIP() << "this machine gives no pseudo-terminals";
    const TempDir folder;
    std::string command = ATTENTION_LAB_PROGRAM;
    for (const std::string& argument : long_work(folder))
        command += " " + argument;
    const auto ended =
        run_shell("script -qec '" + command + " -o " + (folder / "sought.attn") + "' /dev/null");
    EXPECT_NE(ended.out.find("\r\x1b[Kcomputed "), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find(" times, off by "), std::string::npos) << ended.out;
}

TEST(Seek, ChangesNothingIfInterrupted) {
    std::signal(SIGINT, SIG_DFL); // A shell lets what runs in the background ignore it.
    const TempDir folder, elsewhere;
    const std::string file = folder.file("sought.attn", "as it was");
    std::vector<std::string> command = {ATTENTION_LAB_PROGRAM};
    const std::vector<std::string> work = long_work(elsewhere);
    command.insert(command.end(), work.begin(), work.end());
    command.insert(command.end(), {"--accept-nearest", "-o", file});
    ChildProcess process({command});
    EXPECT_FALSE(process.wait(std::chrono::milliseconds(150))) << "it is long work";
    process.send(SIGINT);
    EXPECT_EQ(process.wait(std::chrono::seconds(10)), 128 + SIGINT);
    EXPECT_EQ(bytes_of(file), "as it was");
    const std::filesystem::directory_iterator files(folder.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "no file is left beside it";
}

TEST(Seek, RefusesInvalidGoals) {
    expect_fails({"seek", "four-words", "weights[0,2]"}, 2,
                 "is not a goal; write a place and a number");
    expect_fails({"seek", "four-words", "weights[0,2]=much"}, 2, "is not a goal");
    expect_fails({"seek", "four-words", "wieghts[0,2]=1"}, 2, "did you mean \"weights\"?");
    expect_fails({"seek", "four-words", "X[0,0]=1"}, 2, "X[0,0] is given and not computed");
    expect_fails({"seek", "four-words", "weights[0,2]=0.1", "weights[0,2]=0.2"}, 2, "two goals");
    expect_fails({"seek", "four-words", "weights[0,2]=0.5", "--free", "scores"}, 2,
                 "is not an input");
    expect_fails({"seek", "four-words", "weights[0,2]=0.5", "--free", "X[word_9]"}, 2,
                 "did you mean \"word_1\"?");
    expect_fails({"seek", "four-words", "weights[0,2]=0.5", "--free", "X[9,:]"}, 2,
                 "there is no row 9; rows are 0 to 3");
    expect_fails({"seek", "four-words", "weights[0,2]=0.5", "--free", "X[0],X[:,1]"}, 2,
                 "X[:,1] is named twice");
    expect_fails({"seek", "concepts", "cosine[0,1]=0.5"}, 2, "has no gradient");
}
