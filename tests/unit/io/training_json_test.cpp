// SPDX-License-Identifier: MIT
// Training settings in document files and the journal: read back exactly, or refused with the place
// and what was expected.
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "tests/support/listening_words.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace attn::training_json_test {

using attn::test::listening_words;

namespace {

/// A document file with this text as its training settings.
std::string file_with(const std::string& training) {
    std::string text = io::write_document(listening_words());
    const std::string inputs = "  \"inputs\"";
    return text.replace(text.find(inputs), inputs.size(),
                        "  \"training\": " + training + ",\n" + inputs);
}

Result<Document> read(const std::string& training) {
    return io::read_document(file_with(training), "a.attn");
}

std::string fault(const std::string& training) {
    const auto document = read(training);
    return document ? "" : document.error().text();
}

} // namespace

TEST(TrainingJson, IsAbsentWithoutItsKey) {
    const std::string text = io::write_document(listening_words());
    EXPECT_EQ(text.find("training"), std::string::npos);
    EXPECT_FALSE(io::read_document(text, "a.attn")->training);
}

TEST(TrainingJson, UsesTheNamesOfPyTorch) {
    Document document = listening_words();
    document.training.emplace();
    document.training->seed = 7;
    document.training->learned = {{Stage::W_Q}, {Stage::W_K}};
    EXPECT_NE(io::write_document(document).find(R"(
  "training": {
    "optimiser": "adam",
    "learning_rate": 0.1,
    "betas": [0.9, 0.999],
    "epsilon": 1e-08,
    "weight_decay": 0,
    "steps": 200,
    "seed": 7,
    "learn": ["W_Q", "W_K"]
  },
)"),
              std::string::npos)
        << io::write_document(document);
}

TEST(TrainingJson, AbsentKeysMeanTheirDefaults) {
    const auto document = read(R"({"optimiser": "momentum", "learn": ["W_Q/0"]})");
    ASSERT_TRUE(document) << document.error().text();
    TrainingSettings expected;
    expected.optimiser = Optimiser::Momentum;
    expected.learned = {{Stage::W_Q}};
    EXPECT_EQ(document->training, expected);
    EXPECT_EQ(read("{}")->training, TrainingSettings{});
}

TEST(TrainingJson, EveryDocumentReadsBackEqual) {
    for (std::uint32_t seed = 0; seed < 120; seed += 2) {
        const Document document = attn::test::random_document_with_options(seed);
        ASSERT_TRUE(document.training);
        const auto again = io::read_document(io::write_document(document), "a.attn");
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_TRUE(*again == document) << seed;
        const auto set =
            io::read_command(io::write_command(SetTraining{*document.training}), "journal");
        ASSERT_TRUE(set) << set.error().text();
        EXPECT_EQ(std::get<SetTraining>(*set).settings, *document.training) << seed;
    }
}

TEST(TrainingJson, ErrorsNameTheFaultAndItsPlace) {
    const auto expect = [](const std::string& training, const std::string& said) {
        const std::string found = fault(training);
        EXPECT_TRUE(found.starts_with("a.attn:")) << found;
        EXPECT_NE(found.find(said), std::string::npos) << found;
    };
    expect("3", "training: found the number 3, expected an object");
    expect(
        R"({"optimiser": "adm"})",
        R"(training.optimiser: found the text "adm", expected one of "adam", "momentum", "gradient")");
    expect(R"({"learning_rate": -1})",
           "training.learning_rate: the learning rate is -1, expected 0 or a number above 0");
    expect(R"({"learning_rate": "fast"})", "training.learning_rate: found the text");
    expect(R"({"betas": [0.9]})", "training.betas: found a list, expected two numbers");
    expect(R"({"betas": [0.9, 1]})", "training.betas[1]: β₂ is 1");
    expect(R"({"epsilon": 0})", "training.epsilon: ε is 0, expected a number above 0");
    expect(R"({"steps": 0})", "training.steps: ");
    expect(R"({"seed": -1})", "training.seed: ");
    expect(R"({"learn": "W_Q"})", "training.learn: found the text \"W_Q\", expected a list");
    expect(R"({"learn": ["W_Q", "W_Z"]})", "training.learn[1]: ");
    expect(R"({"learn": ["W_Q", "W_Q/1"]})",
           "training.learn[1]: the document has no W_Q/1; its inputs are");
    expect(R"({"learn": ["weights"]})", "weights is computed and cannot learn");
    const std::string ratings = R"({"format": "attention-lab", "version": [2, 0],
        "model": {"kind": "concepts"}, "lists": {"people": ["a"], "films": ["b"]},
        "inputs": {"ratings": [[1]]}, "training": {}})";
    const auto concepts = io::read_document(ratings, "a.attn");
    ASSERT_FALSE(concepts);
    EXPECT_NE(concepts.error().text().find("only a document of attention trains"),
              std::string::npos)
        << concepts.error().text();
}

TEST(TrainingJson, KeysOfANewerProgramAreKept) {
    std::string file = file_with(R"({"steps": 3, "schedule": "cosine"})");
    file.replace(file.find("[2, 0]"), std::string("[2, 0]").size(), "[2, 1]");
    const auto document = io::read_document(file, "a.attn");
    ASSERT_TRUE(document) << document.error().text();
    const std::string text = io::write_document(*document);
    EXPECT_NE(text.find("\"schedule\": \"cosine\""), std::string::npos) << text;
    EXPECT_TRUE(*io::read_document(text, "a.attn") == *document);
}

TEST(TrainingJson, ACommandKnowsItsKeys) {
    const auto fault = [](const std::string& settings) {
        const auto command =
            io::read_command(R"({"command": "set_training", "to": )" + settings + "}", "log");
        return command ? "" : command.error().text();
    };
    EXPECT_EQ(fault("{}"), "");
    EXPECT_EQ(fault(R"({"setps": 3})"),
              "log.to.setps: there is no such key; did you mean \"steps\"?");
    EXPECT_EQ(fault(R"({"momentum": 2})"),
              "log.to.momentum: the momentum is 2, expected a number from 0 to below 1");
    EXPECT_EQ(fault("[]"), R"(log.to: found a list, expected an object such as {"steps": 200})");
}

} // namespace attn::training_json_test
