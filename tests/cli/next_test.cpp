// SPDX-License-Identifier: MIT
// The command next: the likeliest words after a document's words, or after a text.
#include "core/document/model/evaluate.h"
#include "core/io/document/document_json.h"
#include "tests/support/expect_fails.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace attn::next_test {

using attn::test::expect_fails;
using attn::test::run_program;
using attn::test::TempDir;
using Json = nlohmann::json;

namespace {

/// A model of four words whose attention adds nothing: after a word come those with a similar row.
std::string model(const std::string& words = R"(["the", "cat"])", const std::string& more = "",
                  const std::string& inputs = "") {
    return R"({"format": "attention-lab", "version": [2, 0], "title": "Next",
      "model": {"kind": "block", "embedding": "table", "mask": "causal")" +
           more + R"(, "block": {"norm": "none", "mlp": "none"}},
      "lists": {"words": )" +
           words + R"(, "vocabulary": ["the", "cat", "dog", "."]},
      "inputs": {"E": [[2, 0], [0, 1], [1, 1], [1, 1]], )" +
           inputs + R"("W_Q": [[1], [0]], "W_K": [[1], [0]],
        "W_V": [[0], [0]], "W_O": [[0, 0]]}})";
}

} // namespace

TEST(Next, ListsTheLikeliestWordsWithTheirProbabilities) {
    const TempDir folder;
    const std::string file = folder.file("next.attn", model());
    const auto text = run_program({"next", file});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_EQ(text.out, "the cat\n0.2969  cat\n0.2969  dog\n0.2969  .\n0.1092  the\n");
    EXPECT_EQ(text.err,
              "attention-lab: note: equally likely words stand in the order of the vocabulary\n");

    const auto json = run_program({"next", file, "--format", "json", "--top", "1"});
    EXPECT_EQ(json.err, text.err); // "dog" is as likely as "cat"
    const Json found = Json::parse(json.out);
    EXPECT_EQ(found["words"], Json::parse(R"(["the", "cat"])"));
    ASSERT_EQ(found["next"].size(), 1U);
    EXPECT_EQ(found["next"][0]["word"], "cat");
    const auto document = io::read_document(model(), "next.attn");
    ASSERT_TRUE(document);
    EXPECT_EQ(found["next"][0]["probability"].get<Real>(),
              matrix_of(*document, evaluate(*document), {Stage("probabilities")})(1, 1));
}

TEST(Next, ReadsAnotherText) {
    const TempDir folder;
    const std::string file = folder.file("next.attn", model());
    const std::string same = folder.file("same.attn", model(R"(["cat", ".", "the"])"));
    const auto read = run_program({"next", file, "--text", " cat. the ", "--format", "json"});
    EXPECT_EQ(read.code, 0) << read.err;
    EXPECT_EQ(read.out, run_program({"next", same, "--format", "json"}).out);
    EXPECT_EQ(Json::parse(read.out)["next"][0]["word"], "the");
    const std::string written = folder / "out.json";
    EXPECT_EQ(run_program({"next", file, "--text", "cat", "-o", written}).out, "");
}

TEST(Next, RefusesWhatItCannotReadWithTheRemedy) {
    const TempDir folder;
    const std::string file = folder.file("next.attn", model());
    expect_fails({"next", file, "--text", "the fox"}, 2,
                 "--text: the word \"fox\" is not in the vocabulary, whose nearest words are");
    expect_fails({"next", file, "--text", "cat!"}, 2, "the word \"cat!\" is not in the vocabulary");
    expect_fails({"next", file, "--text", "  "}, 2, "the text has no word");
    expect_fails({"next", "induction", "--text", "do"}, 2, "X is given");
    expect_fails({"next", "four-words"}, 3, "says no next word");
    expect_fails({"next", file, "--top", "0"}, 2, "--top");
    expect_fails({"next", file, "--format", "csv"}, 2, "text or json");
    const std::string learned =
        folder.file("learned.attn", model(R"(["the", "cat"])", R"(, "positions": "learned")",
                                          R"("P": [[0, 0], [0, 1]], )"));
    expect_fails({"next", learned, "--text", "the cat ."}, 2,
                 "the text has 3 words, but the model has learned positions for 2");
    EXPECT_EQ(run_program({"next", learned, "--text", "cat"}).code, 0);
    const std::string painted = folder.file("painted.attn", [] {
        std::string text = model();
        const std::string causal = R"("causal")";
        return text.replace(text.find(causal), causal.size(), "[[false, true], [false, false]]");
    }());
    expect_fails({"next", painted, "--text", "cat"}, 2, "the painted mask is for 2");
    const std::string given = folder.file(
        "given.attn", model(R"(["the", "cat"])", "", R"("weights": [[1, 0], [0, 1]], )"));
    expect_fails({"next", given, "--text", "cat"}, 2, "release the stage first");
    EXPECT_EQ(run_program({"next", given, "--text", "cat ."}).code, 0);
}

/// Documents whose X is given say what comes after their own words.
TEST(Next, ReadsTheWordsOfADocumentWithoutATable) {
    const auto found = run_program({"next", "induction", "--top", "1"});
    EXPECT_EQ(found.code, 0) << found.err;
}

} // namespace attn::next_test
