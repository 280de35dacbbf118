// SPDX-License-Identifier: MIT
// Compares the page's core with the program, without a browser: every number of every stage to the
// last bit. page_test.cpp starts it in a browser with a few documents.
#include "core/document/commands/command.h"
#include "core/figure/pages/pages.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/page/page_documents.h"
#include "tests/page/same_numbers.h"
#include "tests/support/python.h"
#include "tests/support/times.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace attn;
using Json = nlohmann::json;

namespace {

const std::string wasm = ATTENTION_BINARY_DIR "/app/page/page.wasm";

class PageCore : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(wasm))
            GTEST_SKIP() << "the program was built without pages";
        if (!std::filesystem::exists("/usr/bin/node"))
            GTEST_SKIP() << "nodejs is not installed";
    }

    /// What the core makes of each document: its numbers, or the texts of its pages.
    Json made(const std::vector<Document>& documents, const std::string& what = "") {
        Json texts = Json::array();
        for (const Document& document : documents)
            texts.push_back(io::write_document(document));
        const test::TempDir folder;
        const test::Ended ended = test::run_shell(
            "/usr/bin/node '" ATTENTION_SOURCE_DIR "/tests/page/core.mjs' '" ATTENTION_SOURCE_DIR
            "/app/page' '" +
            wasm + "' " + what + " <'" + folder.file("documents", texts.dump()) + "'");
        EXPECT_EQ(ended.code, 0) << ended.err;
        return ended.code == 0 ? Json::parse(ended.out) : Json(std::vector<Json>(texts.size()));
    }

    void expect_same(const std::vector<Document>& documents) {
        const Json found = made(documents);
        for (std::size_t at = 0; at < documents.size(); ++at)
            test::expect_same_numbers(documents[at], found[at],
                                      "document " + std::to_string(at) + ", " +
                                          documents[at].title);
    }
};

} // namespace

TEST_F(PageCore, HasEveryStageOfEveryPresetToTheLastBit) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    std::vector<Document> documents;
    for (const auto& preset : *presets)
        documents.push_back(*io::open_document(preset.name));
    ASSERT_GT(documents.size(), 10U);
    expect_same(documents);
}

TEST_F(PageCore, HasEveryStageOfSeededDocumentsToTheLastBit) {
    expect_same(test::seeded_documents(attn::test::times(1)));
}

TEST_F(PageCore, SaysWhyADocumentCannotBeOpened) {
    Document document = *io::open_document("four-words");
    Json texts = Json::array({"{", io::write_document(document)});
    const test::TempDir folder;
    const test::Ended ended =
        test::run_shell("/usr/bin/node '" ATTENTION_SOURCE_DIR
                        "/tests/page/core.mjs' '" ATTENTION_SOURCE_DIR "/app/page' '" +
                        wasm + "' <'" + folder.file("documents", texts.dump()) + "'");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json found = Json::parse(ended.out);
    EXPECT_NE(found[0]["fault"].get<std::string>().find("1:"), std::string::npos) << found[0];
    test::expect_same_numbers(document, found[1], "after a fault");
}

/// A page would publish it, and be larger by the length of its name.
TEST_F(PageCore, DoesNotNameTheFolderInWhichItWasBuilt) {
    const std::string core = test::bytes_of(wasm);
    EXPECT_NE(core.find("core/document/"), core.npos) << "asserts name their files";
    EXPECT_EQ(core.find(ATTENTION_SOURCE_DIR "/core/"), core.npos);
}

/// Every row of the table of pages that needs no more than a document.
TEST_F(PageCore, DrawsEveryPageOfTheWindowThatADocumentHas) {
    std::set<std::string_view> drawn;
    std::vector<Document> documents;
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    for (const io::Preset& preset : *presets)
        documents.push_back(io::open_document(preset.name).value());
    const Json found = made(documents, "pages");
    for (std::size_t at = 0; at < documents.size(); ++at) {
        std::size_t count = 0;
        for (const figure::PageInfo& page : figure::canvas_pages()) {
            if (page.name == "canvas" || page.tab.empty() || page.needs_more ||
                !page.lack(documents[at]).empty())
                continue;
            SCOPED_TRACE(documents[at].title + ", " + std::string(page.name));
            ASSERT_TRUE(found[at].contains(page.id)) << found[at].dump();
            EXPECT_GT(found[at][std::string(page.id)].size(), 10U);
            drawn.insert(page.id);
            ++count;
        }
        EXPECT_EQ(found[at].size(), count) << documents[at].title;
    }
    EXPECT_EQ(drawn, (std::set<std::string_view>{"heads", "block", "layers", "lens", "effects"}));
}
