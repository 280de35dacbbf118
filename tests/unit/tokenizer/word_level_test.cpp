// SPDX-License-Identifier: MIT
// WordLevel tokenizers: a word gets its id in the vocabulary, any other word is unk_token, as in
// the model "WordLevel" of Hugging Face's library tokenizers.
#include "core/tokenizer/tokenizer.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace attn;

namespace {

/// A file as WordLevelTrainer writes it, with this model.
std::string word_level_file(const std::string& model, const std::string& before = "null",
                            const std::string& after = "null") {
    return R"({"version": "1.0", "truncation": null, "padding": null, "added_tokens": [
        {"id": 0, "content": "[UNK]", "single_word": false, "lstrip": false, "rstrip": false,
         "normalized": false, "special": true}],
        "normalizer": )" +
           before + R"(, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": )" + after +
           R"(, "decoder": null, "model": )" + model + "}";
}

constexpr const char* word_level_model =
    R"({"type": "WordLevel", "vocab": {"[UNK]": 0, "the": 1, "cat": 2, "The": 3, ".": 4, "n\u00e4he": 5,
        "\u732b": 6, "'": 7, "s": 8, "[CLS]": 9}, "unk_token": "[UNK]"})";

Result<std::vector<Index>> word_ids(const std::string& file, const std::string& text) {
    const test::TempDir folder;
    folder.file("tokenizer.json", file);
    const auto opened = tokenizer::open_tokenizer(folder.path().string());
    if (!opened)
        return opened.error();
    const auto tokens = tokenizer::tokenize(*opened, text);
    if (!tokens)
        return tokens.error();
    std::vector<Index> ids;
    for (const auto& token : *tokens)
        ids.push_back(token.id);
    return ids;
}

} // namespace

TEST(WordLevel, EachWordIsItsIdAndAnyOtherIsUnknown) {
    const std::pair<std::string, std::vector<Index>> cases[] = {
        {"the cat.", {1, 2, 4}},
        {"The dog's cat", {3, 0, 7, 8, 2}},
        {"the  the\n\tThe", {1, 1, 3}},
        {"cats CAT cat", {0, 0, 2}},
        {"n\u00e4he \u732b \u732b\u732b", {5, 6, 0}},
        {"the[UNK]cat", {1, 0, 2}}, // an added token
        {"...", {0}},               // adjacent signs form one word
        {"", {}}};
    for (const auto& [text, expected] : cases) {
        const auto ids = word_ids(word_level_file(word_level_model), text);
        ASSERT_TRUE(ids) << text << ": " << ids.error().text();
        EXPECT_EQ(*ids, expected) << text;
    }
}

TEST(WordLevel, UsesNormalizerAndTemplate) {
    const std::string after = R"({"type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                   {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [9], "tokens": ["[CLS]"]}}})";
    const auto ids = word_ids(word_level_file(word_level_model, R"({"type": "Lowercase"})", after),
                              "THE Cat sat");
    ASSERT_TRUE(ids) << ids.error().text();
    EXPECT_EQ(*ids, (std::vector<Index>{9, 1, 2, 0}));
}

TEST(WordLevel, WithoutAnUnknownTokenAnotherWordIsAnError) {
    const std::string file = word_level_file(
        R"({"type": "WordLevel", "vocab": {"the": 1, "cat": 2}, "unk_token": "<unk>"})");
    EXPECT_TRUE(word_ids(file, "the cat"));
    const auto refused = word_ids(file, "the dog");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text().find("dog"), std::string::npos) << refused.error().text();
}

TEST(WordLevel, FaultsAreNamed) {
    const std::pair<std::string, std::string> cases[] = {
        {R"({"type": "WordLevel", "unk_token": "x"})", "model: the member \"vocab\" is missing"},
        {R"({"type": "WordLevel", "vocab": ["a"], "unk_token": "x"})", "model.vocab"},
        {R"({"type": "WordLevel", "vocab": {"a": "1"}, "unk_token": "x"})", "model.vocab.a"},
        {R"({"type": "WordLevel", "vocab": {"a": 0, "b": 0}, "unk_token": "x"})", "model.vocab.b"},
        {R"({"type": "WordLevel", "vocab": {"a": 0}, "unk_token": 3})", "model.unk_token"},
        {R"({"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a", "prefix": "x"})",
         "the member \"prefix\" is not known here"}};
    for (const auto& [model, place] : cases) {
        const auto refused = word_ids(word_level_file(model), "a");
        ASSERT_FALSE(refused) << model;
        EXPECT_NE(refused.error().text().find(place), std::string::npos) << refused.error().text();
    }
}

TEST(WordLevel, FilesWithoutATypeAreRead) {
    const auto ids = word_ids(
        word_level_file(R"({"vocab": {"a": 1, "[UNK]": 0}, "unk_token": "[UNK]"})"), "a b");
    ASSERT_TRUE(ids) << ids.error().text();
    EXPECT_EQ(*ids, (std::vector<Index>{1, 0}));
}
