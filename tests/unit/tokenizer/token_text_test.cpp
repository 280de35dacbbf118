// SPDX-License-Identifier: MIT
// Tokens and tokenizers as people read them.
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/word_models.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace attn::token_text_test {

namespace {

const std::string data = ATTENTION_SOURCE_DIR "/tests/data/tokenizers/";

std::vector<std::string> texts(const std::string& folder, const std::string& text) {
    const auto opened = tokenizer::open_tokenizer(data + folder);
    std::vector<std::string> list;
    if (!opened) {
        ADD_FAILURE() << opened.error().text();
        return list;
    }
    const auto tokens = tokenizer::tokenize(*opened, text);
    EXPECT_TRUE(tokens) << (tokens ? "" : tokens.error().text());
    if (tokens)
        for (const auto& token : *tokens)
            list.push_back(token.text);
    return list;
}

std::string description(const std::string& folder) {
    const auto opened = tokenizer::open_tokenizer(data + folder);
    return opened ? tokenizer::described(*opened) : opened.error().text();
}

using Texts = std::vector<std::string>;

} // namespace

TEST(TokenText, ByteLevelTokensAreReadAsText) {
    EXPECT_EQ(texts("gpt2", "The cat\nsat."), (Texts{"The", " cat", "\n", "s", "at", "."}));
}

TEST(TokenText, IncompleteCharactersAreShownAsBytes) {
    EXPECT_EQ(texts("gpt2", "ж€"), (Texts{"ж", "<0xE2>", "<0x82>", "<0xAC>"}));
    EXPECT_EQ(texts("llama2", "€"), (Texts{"<s>", " ", "<0xE2>", "<0x82>", "<0xAC>"}));
}

TEST(TokenText, ByteTokensOfOneCharacterAreReadAsIt) {
    EXPECT_EQ(texts("llama2", "a\t"), (Texts{"<s>", " a", "\t"}));
}

TEST(TokenText, MarkedSpacesAreReadAsSpaces) {
    EXPECT_EQ(texts("llama2", "The cat"), (Texts{"<s>", " The", " cat"}));
    EXPECT_EQ(texts("unigram", "the cat"), (Texts{" the", " cat", "</s>"}));
    EXPECT_EQ(texts("sentencepiece-bpe", "The cat"), (Texts{"<s>", " The", " cat"}));
}

TEST(TokenText, PiecesOfWordsStayAsTheyAre) {
    EXPECT_EQ(texts("bert", "The cats."), (Texts{"[CLS]", "the", "cat", "##s", ".", "[SEP]"}));
}

TEST(TokenText, EveryByteHasALetterAndIsReadBack) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    EXPECT_EQ(tokenizer::from_byte_letters(tokenizer::to_byte_letters(bytes)), bytes);
    EXPECT_EQ(tokenizer::to_byte_letters(" a\n"), "ĠaĊ");
    EXPECT_FALSE(tokenizer::from_byte_letters("猫"));
    EXPECT_FALSE(tokenizer::from_byte_letters("a b"));
}

TEST(TokenText, ATokenizerDescribesItself) {
    EXPECT_EQ(description("gpt2-files"),
              "byte-level BPE from vocab.json and merges.txt, 477 tokens");
    EXPECT_EQ(description("llama2"), "BPE from tokenizer.json, 559 tokens");
    EXPECT_EQ(description("bert-files"), "WordPiece from vocab.txt, 366 tokens");
    EXPECT_EQ(description("unigram"), "Unigram from tokenizer.json, 275 tokens");
    EXPECT_EQ(description("sentencepiece-bpe"), "SentencePiece from tokenizer.model, 560 tokens");
}

} // namespace attn::token_text_test
