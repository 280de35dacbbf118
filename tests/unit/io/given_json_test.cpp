// SPDX-License-Identifier: MIT
// Given stages in files and in commands.
#include "core/document/commands/command.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace attn::given_json_test {

namespace {

using Json = nlohmann::ordered_json;

/// The preset with these inputs besides its own; empty if it is read, else the fault.
std::string fault_of(const std::string& name, const Json& numbers) {
    Json root = Json::parse(io::write_document(*io::open_document("three-inputs")));
    root["inputs"][name] = numbers;
    const auto read = io::read_document(root.dump(), "x.attn");
    return read ? "" : read.error().text();
}

} // namespace

TEST(GivenJson, ADocumentComesBackWithItsGivenStages) {
    std::size_t count = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        Document document = attn::test::random_document_with_options(seed);
        for (const SheetId& sheet : sheets(document))
            if (sheet.head + static_cast<Index>(seed % 7) == 2 && may_be_given(document, sheet)) {
                auto given = apply(document, Give{sheet});
                if (given) {
                    document = *std::move(given);
                    ++count;
                }
            }
        const auto read = io::read_document(io::write_document(document), "x.attn");
        ASSERT_TRUE(read) << seed << ": " << read.error().text();
        EXPECT_EQ(*read, document) << seed;
    }
    EXPECT_GT(count, 20U);
}

TEST(GivenJson, NamesMayLeaveOutHead0) {
    EXPECT_EQ(fault_of("weights/0", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), "");
    EXPECT_EQ(fault_of("weights", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), "");
}

TEST(GivenJson, FaultsNameThePlaceAndTheRemedy) {
    EXPECT_NE(
        fault_of("weights/0", {{1, 0}, {0, 1}})
            .find("inputs.weights/0: the matrix is 2 × 2, expected 3 × 3 (one row for each word, "
                  "one column for each key word)"),
        std::string::npos)
        << fault_of("weights/0", {{1, 0}, {0, 1}});
    for (const char* name : {"weights/4", "attention", "loss", "weighted_values", "nothing"}) {
        const std::string fault = fault_of(name, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
        EXPECT_NE(fault.find("inputs." + std::string(name)), std::string::npos) << fault;
    }
}

TEST(GivenJson, AStageOfWordsThatWereRemovedSaysBothShapes) {
    const auto given =
        apply(*io::open_document("three-inputs"), Give{{Stage::Weights}, Matrix::Identity(3, 3)});
    ASSERT_TRUE(given) << given.error().text();
    Json root = Json::parse(io::write_document(*given));
    root["lists"]["words"].erase(2);
    root["inputs"]["X"].erase(2);
    const auto read = io::read_document(root.dump(), "x.attn");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().text().find("inputs.weights/0: the matrix is 3 × 3, expected 2 × 2 (one "
                                       "row for each word, one column for each key word)"),
              std::string::npos)
        << read.error().text();
}

TEST(GivenJson, ABiasOfScoresIsReadByItsNumbersAlone) {
    Json root = Json::parse(io::write_document(*io::open_document("three-inputs")));
    root["inputs"]["bias/0"] = {{1, 0, 0}, {0, 2, 0}, {0, 0, -3}};
    const auto read = io::read_document(root.dump(), "x.attn");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_TRUE(read->options.has_score_bias);
    const Trace trace = evaluate(*read);
    EXPECT_EQ(matrix_of(*read, trace, {Stage::WithBias})(2, 2),
              matrix_of(*read, trace, {Stage::Scaled})(2, 2) - 3);
    EXPECT_EQ(*io::read_document(io::write_document(*read), "x.attn"), *read);
}

TEST(GivenJson, CommandsComeBack) {
    for (const char* text :
         {R"({"command":"give","numbers":[[0.5,0.5],[0,1]],"stage":"weights/1@2"})",
          R"({"command":"give","stage":"output"})", R"({"command":"release","stage":"Q/3"})"}) {
        const auto command = io::read_command(text, "x");
        ASSERT_TRUE(command) << command.error().text();
        EXPECT_EQ(Json::parse(io::write_command(*command)), Json::parse(text)) << text;
    }
}

namespace {

/// A document without X that gives these stages.
Json begun_with(const Json& inputs,
                const Json& model = {{"kind", "attention"}, {"scale", "none"}}) {
    return {{"format", "attention-lab"},
            {"version", Json::array({2, 0})},
            {"lists", {{"words", {"a", "b"}}}},
            {"model", model},
            {"inputs", inputs}};
}

Result<Document> read_back(const Json& root) {
    return io::read_document(root.dump(), "x.attn");
}

std::string names_of(const Document& document) {
    std::string names;
    for (const SheetId& sheet : sheets(document))
        names += (names.empty() ? "" : " ") + to_text(sheet);
    return names;
}

} // namespace

TEST(GivenJson, ADocumentWithoutXBeginsWithItsGivenStages) {
    const Json square = {{0.25, 0.75}, {1, 0}}, wide = {{1, 2, 3}, {4, 5, 6}};
    const struct {
        Json inputs;
        std::string stages;
    } cases[] = {
        {{{"weights/0", square}}, "weights"},
        {{{"weights/0", square}, {"output/0", wide}}, "weights output"},
        {{{"scores/0", square}}, "scores scaled masked weights"},
        {{{"weights/0", square}, {"V/0", wide}}, "V weights weighted_values output"},
        {{{"Q/0", wide}, {"K/0", wide}, {"V/0", square}},
         "Q K V scores scaled masked weights weighted_values output"},
        {{{"Q/0", wide}, {"K/0", wide}, {"weights/0", square}}, "Q K scores scaled masked weights"},
        {{{"weights/0", square}, {"weights@1", square}, {"weights/0@2", square}},
         "weights weights@1 weights@2"},
        {{{"V/0", wide}, {"weights/0", square}, {"V/0@1", wide}, {"weights/0@1", square}},
         "V weights weighted_values output V@1 weights@1 weighted_values@1 output@1"},
    };
    for (const auto& [inputs, stages] : cases) {
        const auto read = read_back(begun_with(inputs));
        ASSERT_TRUE(read) << stages << ": " << read.error().text();
        EXPECT_EQ(names_of(*read), stages);
        std::string of_graph;
        const Graph computed = graph(*read);
        for (const Node& node : computed.nodes())
            of_graph += (of_graph.empty() ? "" : " ") + to_text(node.sheet);
        EXPECT_EQ(of_graph, stages);
        const Trace trace = evaluate(*read);
        for (const SheetId& sheet : sheets(*read))
            EXPECT_TRUE(matrix_of(*read, trace, sheet).allFinite()) << to_text(sheet);
        const auto again = io::read_document(io::write_document(*read), "x.attn");
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(*again, *read);
    }
}

TEST(GivenJson, ADocumentWithoutXSaysWhatIsMissing) {
    const Json square = {{0.25, 0.75}, {1, 0}};
    const auto fault = [&](const Json& inputs, const Json& model) {
        const auto read = read_back(begun_with(inputs, model));
        return read ? std::string() : read.error().text();
    };
    EXPECT_NE(fault({{"V/0", square}}, {{"kind", "attention"}}).find("leads to weights"),
              std::string::npos);
    const Json two_heads = {{"kind", "attention"}, {"heads", 2}};
    EXPECT_NE(fault({{"weights/0", square}}, two_heads).find("given for every head or for none"),
              std::string::npos);
    EXPECT_NE(fault({{"scores/0", square}}, {{"kind", "attention"}}).find("scale"),
              std::string::npos);
    EXPECT_NE(fault({{"Q/0", square}, {"K/0", {{1}, {2}}}}, {{"kind", "attention"}})
                  .find("K: the matrix is 2 × 1, expected 2 × 2"),
              std::string::npos)
        << fault({{"Q/0", square}, {"K/0", {{1}, {2}}}}, {{"kind", "attention"}});
    EXPECT_NE(fault({{"weights/0", square}, {"weights/0@2", square}}, {{"kind", "attention"}})
                  .find("weights@1: it is missing; without X, a stage is given for every head of "
                        "every layer or for none"),
              std::string::npos)
        << fault({{"weights/0", square}, {"weights/0@2", square}}, {{"kind", "attention"}});
    EXPECT_NE(fault({{"weights/0", square}, {"weights/0@9999", square}}, {{"kind", "attention"}})
                  .find("inputs.weights/0@9999: there are at most 128 layers, counted from 0"),
              std::string::npos);
    EXPECT_NE(fault({{"weights/0", square}, {"weights/0@1", {{1}, {1}}}}, {{"kind", "attention"}})
                  .find("inputs.weights/0@1: the matrix is 2 × 1, expected 2 × 2"),
              std::string::npos)
        << fault({{"weights/0", square}, {"weights/0@1", {{1}, {1}}}}, {{"kind", "attention"}});
    EXPECT_NE(fault({{"weights/0", square}, {"V/0", square}, {"weights/0@1", square}},
                    {{"kind", "attention"}})
                  .find("V@1: it is missing"),
              std::string::npos);
    EXPECT_NE(fault({{"weights/0", square}}, {{"kind", "attention"}, {"biases", true}})
                  .find("no X, which a projection with biases would read"),
              std::string::npos);
}

// W_S is as wide as Q, which is read before it.
TEST(GivenJson, InputsOfAScoreFitTheGivenQueriesAndKeys) {
    const Json wide = {{1, 2, 3}, {4, 5, 6}}, eye = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Json model = {{"kind", "attention"}, {"score", "general"}};
    const auto made = read_back(begun_with({{"W_S/0", eye}, {"Q/0", wide}, {"K/0", wide}}, model));
    ASSERT_TRUE(made) << made.error().text();
    const Trace trace = evaluate(*made);
    EXPECT_EQ(matrix_of(*made, trace, {Stage::Scores})(0, 1), 32); // 4 + 10 + 18
    const auto fault =
        read_back(begun_with({{"W_S/0", {{1, 0}, {0, 1}}}, {"Q/0", wide}, {"K/0", wide}}, model));
    ASSERT_FALSE(fault);
    EXPECT_NE(fault.error().text().find("inputs.W_S/0: the matrix is 2 × 2, expected 3 × 3 (one "
                                        "row for each column of Q, one column for each column of "
                                        "Q)"),
              std::string::npos)
        << fault.error().text();
}

TEST(GivenJson, ALossComparesAStageThatFollowsFromGivenOnes) {
    const Json square = {{0.25, 0.75}, {1, 0}};
    const auto read = [&](const std::string& of, const char* loss, Json inputs) {
        inputs["target"] = square;
        return read_back(
            begun_with(inputs, {{"kind", "attention"}, {"target", of}, {"loss", loss}}));
    };
    const Json two_layers = {
        {"weights/0", square}, {"V/0", square}, {"weights/0@1", square}, {"V/0@1", square}};
    for (const auto& [of, loss] : {std::pair("output@1", "squared"),
                                   {"weights/0@1", "cross_entropy"},
                                   {"output", "squared"}}) {
        const auto made = read(of, loss, two_layers);
        ASSERT_TRUE(made) << made.error().text();
        const Trace trace = evaluate(*made);
        const Matrix now = matrix_of(*made, trace, made->options.loss->of);
        EXPECT_TRUE(matrix_of(*made, trace, {Stage::Loss}).allFinite()) << of;
        EXPECT_EQ(now.rows(), 2) << of;
        const auto again = io::read_document(io::write_document(*made), "x.attn");
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(*again, *made);
    }
    for (const auto& [of, fault] :
         {std::pair("output@2", "the document has 2 layers, counted from 0"),
          {"attention", "the document has no such stage"}}) {
        const auto made = read(of, "squared", two_layers);
        ASSERT_FALSE(made);
        EXPECT_NE(made.error().text().find(std::string("model.target: the target cannot be "
                                                       "compared with ") +
                                           of + ": " + fault),
                  std::string::npos)
            << made.error().text();
    }
    const auto lacks = read("output", "squared", {{"weights/0", square}});
    ASSERT_FALSE(lacks);
    EXPECT_NE(lacks.error().text().find("the document has no such stage"), std::string::npos)
        << lacks.error().text();
}

} // namespace attn::given_json_test
