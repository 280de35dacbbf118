// SPDX-License-Identifier: MIT
// The commands give and release.
#include "core/document/commands/giving.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/expect_fails.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace attn;
using attn::test::expect_fails;
using attn::test::run_program;
using attn::test::TempDir;
using Json = nlohmann::json;

namespace {

Json stage(const std::string& file, const std::string& name) {
    const auto shown = run_program({"show", file, "--stage", name, "--format", "json"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    return Json::parse(shown.out)["values"];
}

} // namespace

TEST(Give, TakesWordsAndFiles) {
    const TempDir folder;
    const std::string file = folder / "given.attn";
    const auto given = [&](const std::string& what) {
        const auto made = run_program({"give", "three-inputs", what, "-o", file});
        EXPECT_EQ(made.code, 0) << what << "\n" << made.err;
        return made;
    };
    given("weights=uniform");
    EXPECT_EQ(stage(file, "weights")[1], Json::parse("[0.3333333333333333,0.3333333333333333,"
                                                     "0.3333333333333333]"));
    EXPECT_EQ(stage(file, "Q"), stage("three-inputs", "Q"));
    given("weights/0=identity");
    EXPECT_EQ(stage(file, "output"), stage("three-inputs", "V"));
    given("weights=diagonal-1");
    EXPECT_EQ(stage(file, "weights"), Json::parse("[[1,0,0],[1,0,0],[0,1,0]]"));
    given("Q=diagonal+1"); // zeros where there is no such column
    EXPECT_EQ(stage(file, "Q")[2], Json::parse("[0,0,0]"));
    given("Q=zeros");
    EXPECT_EQ(stage(file, "scores"), Json::parse("[[0,0,0],[0,0,0],[0,0,0]]"));
    given("V=mean");
    EXPECT_EQ(stage(file, "V")[0], stage(file, "V")[2]);
    given("scores");
    EXPECT_EQ(stage(file, "scores"), stage("three-inputs", "scores"));
    const std::string table = folder.file("weights.csv", "1,0,0\n0.25,0.5,0.25\n0,0,1\n");
    EXPECT_EQ(given("weights=" + table).err, "");
    EXPECT_EQ(stage(file, "weights"), Json::parse("[[1,0,0],[0.25,0.5,0.25],[0,0,1]]"));
    EXPECT_EQ(given("weights=" + folder.file("more.csv", "1,0,0\n1,1,1\n-1,2,0\n")).err,
              "attention-lab: note: weights: row 2 has a negative weight; it is taken as it is\n");
}

// As interpretability patches an activation: one head has the output that it has for other inputs.
TEST(Give, TakesTheSameStageOfAnotherDocument) {
    const TempDir folder;
    const std::string other = folder / "other.attn", file = folder / "patched.attn";
    ASSERT_EQ(run_program({"give", "two-heads", "Q/1=mean", "-o", other}).code, 0);
    const auto made = run_program({"give", "two-heads", "output/1=" + other, "-o", file});
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(stage(file, "output/1"), stage(other, "output/1"));
    EXPECT_NE(stage(file, "output/1"), stage("two-heads", "output/1"));
    for (const char* const same : {"output/0", "weights/1"})
        EXPECT_EQ(stage(file, same), stage("two-heads", same)) << same;
    EXPECT_EQ(run_program({"give", file, "output/1=two-heads", "-o", file}).code, 0) << "a preset";
    EXPECT_EQ(stage(file, "output/1"), stage("two-heads", "output/1"));
    expect_fails({"give", "two-heads", "weights/1=three-inputs"}, 3,
                 "three-inputs: there is no weights/1: the document has one head, 0");
    expect_fails({"give", "two-heads", "weights/0=three-inputs"}, 2,
                 "weights: the matrix is 3 × 3, expected");
    expect_fails({"give", "two-heads", "weights/0=" + folder.file("broken.attn", "{}")}, 3,
                 "broken.attn");
}

TEST(Give, DividesRowsByTheirSumsOnDemand) {
    const TempDir folder;
    const std::string file = folder / "given.attn",
                      table = folder.file("w.csv", "1,0,0\n1,1,2\n0,0,4\n");
    const auto plain = run_program({"give", "three-inputs", "weights=" + table, "-o", file});
    EXPECT_EQ(plain.err,
              "attention-lab: note: weights: row 1 sums to 4.000; it is taken as it is. To "
              "divide each by its sum, choose --normalise\n");
    EXPECT_EQ(stage(file, "weights")[1], Json::parse("[1,1,2]"));
    const auto made =
        run_program({"give", "three-inputs", "weights=" + table, "--normalise", "-o", file});
    EXPECT_EQ(made.err, "");
    EXPECT_EQ(stage(file, "weights")[1], Json::parse("[0.25,0.25,0.5]"));
}

TEST(Give, TheHelpNamesEveryWayToGive) {
    const std::string help = run_program({"give", "--help"}).out;
    for (const GivenAsInfo& way : ways_to_give())
        EXPECT_NE(help.find("\n  " + std::string(way.word) + " "), std::string::npos) << way.word;
}

TEST(Give, ReleaseComesBackToTheDocument) {
    const TempDir folder;
    const std::string file = folder / "given.attn", back = folder / "back.attn";
    EXPECT_EQ(
        run_program({"give", "two-heads", "weights/0=uniform", "output/1=zeros", "-o", file}).code,
        0);
    EXPECT_EQ(run_program({"release", file, "weights", "output/1", "-o", back}).code, 0);
    EXPECT_EQ(*io::read_document(test::bytes_of(back), "back"), *io::open_document("two-heads"));
    expect_fails({"release", back, "weights"}, 2,
                 "weights: this stage is not given, so there is nothing to release");
}

TEST(Give, RefusesWhatDoesNotFit) {
    const TempDir folder;
    expect_fails({"give", "three-inputs", "X=zeros"}, 2, "X: it is an input already");
    expect_fails({"give", "three-inputs", "attention=zeros"}, 2, "attention");
    expect_fails({"give", "three-inputs", "scores=uniform"}, 3,
                 "scores: only weights can be uniform; choose zeros, identity, diagonal or mean");
    expect_fails({"give", "three-inputs", "weights=" + folder.file("w.csv", "1,0\n0,1\n")}, 2,
                 "weights: the matrix is 2 × 2, expected 3 × 3 (one row for each word, one column "
                 "for each key word)");
    expect_fails({"give", "three-inputs", "V=" + folder.file("v.csv", "1,NaN\n0,1\n2,3\n")}, 3,
                 "NaN");
    expect_fails({"give", "three-inputs", "softmax=zeros"}, 2, "softmax");
    expect_fails({"give", "three-inputs", "weights=" + folder / "none.npy"}, 3, "none.npy");
}
