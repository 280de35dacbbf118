// SPDX-License-Identifier: MIT
// Compares ids with those of the libraries that the models were made with: texts in many scripts,
// by a small tokenizer of each model family (tests/golden/tokenizer_reference.py).
#include "core/tokenizer/tokenizer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace attn::reference_test {

using nlohmann::json;

namespace {

const std::string data = ATTENTION_SOURCE_DIR "/tests/data/tokenizers/";

json references() {
    return json::parse(std::ifstream(data + "references.json"));
}

std::vector<Index> ids(const tokenizer::Tokenizer& opened, const std::string& text) {
    const auto tokens = tokenizer::tokenize(opened, text);
    std::vector<Index> list;
    EXPECT_TRUE(tokens) << (tokens ? "" : tokens.error().text());
    if (tokens)
        for (const auto& token : *tokens)
            list.push_back(token.id);
    return list;
}

/// Expects a tokenizer to give the ids listed under `name` for every text.
void compare(const Result<tokenizer::Tokenizer>& opened, const std::string& folder,
             const std::string& name) {
    const json all = references();
    ASSERT_TRUE(opened) << opened.error().text();
    ASSERT_EQ(all["texts"].size(), all["ids"][name].size());
    for (std::size_t at = 0; at < all["texts"].size(); ++at) {
        const std::string text = all["texts"][at];
        const std::vector<Index> expected = all["ids"][name][at];
        EXPECT_EQ(ids(*opened, text), expected) << folder << ": " << json(text);
    }
}

void compare(const std::string& folder, const std::string& name) {
    compare(tokenizer::open_tokenizer(data + folder), folder, name);
}

} // namespace

TEST(TokenizerReference, EveryTokenizerGivesTheIdsOfItsLibrary) {
    const json all = references();
    EXPECT_GE(all["texts"].size(), 20U);
    EXPECT_GE(all["ids"].size(), 17U);
    for (const auto& [name, lists] : all["ids"].items())
        compare(name, name);
}

TEST(TokenizerReference, VocabularyAndMergesGiveTheIdsOfGpt2) {
    compare("gpt2-files", "gpt2");
}

TEST(TokenizerReference, VocabularyAndMergesGiveTheIdsOfRoberta) {
    compare("roberta-files", "roberta");
}

/// A document carries such a tokenizer as the text of a tokenizer.json.
TEST(TokenizerReference, VocabularyAndMergesAreWrittenAsOneFile) {
    for (const std::string name : {"gpt2", "roberta"}) {
        const std::string folder = data + name + "-files";
        const auto text = tokenizer::tokenizer_text(folder, std::size_t{1} << 22);
        ASSERT_TRUE(text) << text.error().text();
        const auto written = tokenizer::read_tokenizer(*text, "written");
        compare(written, name + " as one file", name);
        const auto opened = tokenizer::open_tokenizer(folder);
        ASSERT_TRUE(opened && written);
        const Index count = 400; // more than they have
        EXPECT_EQ(tokenizer::token_texts(*written, count), tokenizer::token_texts(*opened, count));
        const auto refused = tokenizer::tokenizer_text(folder, 100);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().text().find("vocab.json and merges.txt have"), std::string::npos)
            << refused.error().text();
    }
    const auto none = tokenizer::tokenizer_text(data + "bert-files", std::size_t{1} << 22);
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().text().find("vocab.txt cannot be written as a tokenizer.json"),
              std::string::npos)
        << none.error().text();
}

TEST(TokenizerReference, ALineForEachTokenGivesTheIdsOfBert) {
    compare("bert-files", "bert");
}

TEST(TokenizerReference, TheSettingsOfAFolderKeepCapitals) {
    compare("bert-cased-files", "bert-cased");
}

TEST(TokenizerReference, AnEmptyTextHasOnlyItsSpecialTokens) {
    const auto bert = tokenizer::open_tokenizer(data + "bert");
    const auto gpt2 = tokenizer::open_tokenizer(data + "gpt2");
    ASSERT_TRUE(bert && gpt2);
    EXPECT_EQ(ids(*bert, ""), (std::vector<Index>{2, 3}));
    EXPECT_EQ(ids(*gpt2, ""), std::vector<Index>{});
}

// The merge order decides, however long the word is.
TEST(TokenizerReference, ALongWordIsMergedLikeAShortOne) {
    const auto opened = tokenizer::open_tokenizer(data + "llama2");
    ASSERT_TRUE(opened);
    const std::vector<Index> once = ids(*opened, "cat");
    ASSERT_GE(once.size(), 2U);
    std::string text;
    std::vector<Index> expected = {once.front()};
    for (int times = 0; times < 20'000; ++times) {
        text += times == 0 ? "cat" : " cat";
        expected.insert(expected.end(), once.begin() + 1, once.end());
    }
    EXPECT_EQ(ids(*opened, text), expected);
}

} // namespace attn::reference_test
