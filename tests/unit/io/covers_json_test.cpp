// SPDX-License-Identifier: MIT
// Covers in document files and the journal: read back exactly, or refused with the place.
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "tests/support/listening_words.h"

#include <gtest/gtest.h>

#include <string>

namespace attn::covers_json_test {

using attn::test::listening_words;

namespace {

Result<Document> read(const std::string& covers) {
    std::string text = io::write_document(listening_words());
    const std::string inputs = "  \"inputs\"";
    return io::read_document(
        text.replace(text.find(inputs), inputs.size(), "  \"covers\": " + covers + ",\n" + inputs),
        "a.attn");
}

std::string fault(const std::string& covers) {
    const auto document = read(covers);
    return document ? "" : document.error().text();
}

} // namespace

TEST(CoversJson, AreWrittenAsPlacesAndRanges) {
    Document document = listening_words();
    EXPECT_EQ(io::write_document(document).find("covers"), std::string::npos);
    for (const char* one : {"weights[1,:]", "X[0,1]", "scores"})
        document.covers.push_back(parse_region(one).value());
    const std::string text = io::write_document(document);
    EXPECT_NE(text.find("\n  \"covers\": [\"weights[1,:]\", \"X[0,1]\", \"scores\"],\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(*io::read_document(text, "a.attn"), document);
}

TEST(CoversJson, ComeBackFromTheJournal) {
    const SetCovers set{{parse_region("weights[0:2,1]").value()}, "Cover two numbers"};
    const auto read = io::read_command(io::write_command(set), "journal");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(std::get<SetCovers>(*read).covers, set.covers);
    EXPECT_EQ(std::get<SetCovers>(*read).what, set.what);
}

TEST(CoversJson, FaultsAreRefusedWithTheirPlace) {
    EXPECT_EQ(fault("[]"), "");
    EXPECT_EQ(fault("3"),
              "a.attn:22:13: covers: found the number 3, expected a list of places such as "
              "[\"a\", \"b\"]");
    EXPECT_EQ(fault("[\"weights[0,9]\"]"),
              "a.attn:22:14: covers[0]: there is no weights[0,9]; weights is 2 × 2, and rows "
              "and columns count from 0");
    EXPECT_NE(fault("[\"weights\", \"nonsense\"]").find("covers[1]: "), std::string::npos);
}

} // namespace attn::covers_json_test
