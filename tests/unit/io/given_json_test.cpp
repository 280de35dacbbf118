// SPDX-License-Identifier: MIT
// Given stages in files and in commands.
#include "core/document/commands/command.h"
#include "core/document/model/given.h"
#include "core/document/model/sheet.h"
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace attn;

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
        Document document = attn::testing::random_document_with_options(seed);
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

TEST(GivenJson, CommandsComeBack) {
    for (const char* text :
         {R"({"command":"give","numbers":[[0.5,0.5],[0,1]],"stage":"weights/1@2"})",
          R"({"command":"give","stage":"output"})", R"({"command":"release","stage":"Q/3"})"}) {
        const auto command = io::read_command(text, "x");
        ASSERT_TRUE(command) << command.error().text();
        EXPECT_EQ(Json::parse(io::write_command(*command)), Json::parse(text)) << text;
    }
}
