// SPDX-License-Identifier: MIT
// Folders and texts that cannot be read, with the error that says why and where.
#include "core/tokenizer/tokenizer.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

namespace attn::tokenizer_errors_test {

namespace {

const std::string data = ATTENTION_SOURCE_DIR "/tests/data/tokenizers/";

std::string error_of(const test::TempDir& folder) {
    const auto opened = tokenizer::open_tokenizer(folder.path().string());
    return opened ? "no error" : opened.error().text();
}

std::string replaced(std::string text, std::string_view wanted, std::string_view by) {
    const auto at = text.find(wanted);
    EXPECT_NE(at, std::string::npos) << wanted;
    return at == std::string::npos ? text : text.replace(at, wanted.size(), by);
}

/// The error for a folder's tokenizer.json in which `wanted` is replaced by `by`.
std::string error_with(const std::string& folder, std::string_view wanted, std::string_view by) {
    const test::TempDir changed;
    changed.file("tokenizer.json",
                 replaced(test::bytes_of(data + folder + "/tokenizer.json"), wanted, by));
    return error_of(changed);
}

/// The error for these texts as vocab.json and merges.txt.
std::string error_of_files(const std::string& vocabulary, const std::string& merges) {
    const test::TempDir folder;
    folder.file("vocab.json", vocabulary);
    folder.file("merges.txt", merges);
    return error_of(folder);
}

void expect_says(const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

} // namespace

TEST(TokenizerErrors, AFolderWithoutATokenizerNamesPossibleFiles) {
    const test::TempDir folder;
    expect_says(error_of(folder),
                "there is no tokenizer in this folder; put tokenizer.json, tokenizer.model, "
                "vocab.json and merges.txt, or vocab.txt of the model into it");
    folder.file("vocab.json", "{}");
    expect_says(error_of(folder),
                "there is vocab.json but no merges.txt; put merges.txt into the folder as well");
    const auto opened = tokenizer::open_tokenizer(folder / "vocab.json");
    ASSERT_FALSE(opened);
    expect_says(opened.error().text(), "this is not a folder");
}

TEST(TokenizerErrors, AnUnknownKindIsNamedWithTheKnownOnes) {
    expect_says(error_with("bert", "\"BertPreTokenizer\"", "\"UnicodeScripts\""),
                "pre_tokenizer.type: the pre-tokenizer \"UnicodeScripts\" is not known; Attention "
                "Lab knows BertPreTokenizer, ByteLevel, Digits");
    expect_says(error_with("qwen2", "\"NFC\"", "\"Precompiled\""),
                "normalizer.type: the normalizer \"Precompiled\" is not known");
    expect_says(error_with("roberta", "\"RobertaProcessing\"", "\"Pair\""),
                "post_processor.type: the post-processor \"Pair\" is not known");
    expect_says(error_with("roberta", "\"BPE\"", "\"CharLevel\""),
                "model.type: the model \"CharLevel\" is not known; Attention Lab knows BPE");
}

TEST(TokenizerErrors, AnUnknownMemberIsRefused) {
    expect_says(error_with("bert", "\"clean_text\"", "\"cleans_text\""),
                "normalizer: the member \"cleans_text\" is not known here");
    expect_says(error_with("bert", "\"version\"", "\"trie\""),
                "the member \"trie\" is not known here");
}

TEST(TokenizerErrors, MisshapenValuesAreNamed) {
    expect_says(error_with("bert", "\"lowercase\":true", "\"lowercase\":\"yes\""),
                "normalizer.lowercase: found the text \"yes\", expected true or false");
    expect_says(error_with("bert", "\"vocab\":{\"[PAD]\":0", "\"vocab\":{\"[PAD]\":\"0\""),
                "model.vocab.[PAD]: found the text \"0\"");
    expect_says(error_with("unigram", "[\"<unk>\",0.0]", "[\"<unk>\"]"),
                "model.vocab[0]: found a list, expected a token and its score");
    expect_says(error_with("llama3", "\"Isolated\"", "\"Alone\""),
                "behavior: found the text \"Alone\", expected one of \"Removed\"");
    expect_says(error_with("llama3", "(?i:'s|", "(?i:('s|"), "the regular expression");
    expect_says(error_of_files("[1, 2]", ""), "this is not a file of a tokenizer");
    expect_says(error_of_files("{\"a\": {}}", ""), "vocab.json:1:7: a: found");
}

TEST(TokenizerErrors, RepeatedIdsAndTokensAreRefused) {
    expect_says(error_of_files("{\"a\": 0, \"b\": 0}", ""),
                "vocab.json:1:15: b: the tokens \"a\" and \"b\" both have the id 0");
    expect_says(error_of_files("{\"a\": 0, \"a\": 1}", ""), "the key \"a\" appears twice");
    expect_says(error_of_files("{\"a\": -1}", ""), "vocab.json:1:7: a: ");
    expect_says(error_of_files("{\"a\": 99999999}", ""), "vocab.json:1:7: a: ");
    expect_says(error_with("roberta", "{\"id\":0,", "{\"id\":9,"),
                "the added token \"<s>\" has the id 9, but the vocabulary gives it the id 0");
    const test::TempDir folder;
    folder.file("vocab.txt", "[CLS]\n[SEP]\ncat\ncat\n");
    expect_says(error_of(folder), "vocab.txt:4: the token \"cat\" appears twice");
}

TEST(TokenizerErrors, ErrorsInMergesNameTheirLine) {
    const std::string vocabulary = "{\"a\": 0, \"b\": 1, \"ab\": 2}";
    EXPECT_EQ(error_of_files(vocabulary, "#version: 0.2\na b\n"), "no error");
    expect_says(error_of_files(vocabulary, "#version: 0.2\na b\nab\n"),
                "merges.txt:3: found \"ab\", expected two tokens with a space between them");
    expect_says(error_of_files(vocabulary, "a b c\n"), "merges.txt:1: found \"a b c\"");
    expect_says(error_of_files(vocabulary, "a c\n"),
                "merges.txt:1: the merge of \"a\" and \"c\" needs \"c\", which is not in the "
                "vocabulary");
    expect_says(error_of_files(vocabulary, "a b\nb a\n"), "merges.txt:2: the merge of \"b\" and "
                                                          "\"a\" needs \"ba\"");
    expect_says(error_of_files(vocabulary, "a b\n\xFF\n"), "merges.txt:2: the line is not UTF-8");
    expect_says(error_with("roberta", "\"merges\":[[", "\"merges\":[[\"q\"],["),
                "model.merges[0]: found a list, expected two tokens");
}

TEST(TokenizerErrors, OtherModelsWithMergesNeedTheirTokenizerJson) {
    const test::TempDir folder;
    folder.file("vocab.json", "{\"a\": 0}");
    folder.file("merges.txt", "");
    folder.file("config.json", "{\"model_type\": \"qwen2\"}");
    expect_says(error_of(folder), "add the tokenizer.json of the model");
}

TEST(TokenizerErrors, SpecialTokensMustBeInTheVocabulary) {
    const test::TempDir folder;
    folder.file("vocab.txt", "cat\n[SEP]\n");
    expect_says(error_of(folder), "the vocabulary has no token \"[CLS]\"");
    expect_says(error_with("bert-cased", "[\"[SEP]\",3]", "[\"[SEP]\",9999]"),
                "the id 9999 is put around every text");
}

TEST(TokenizerErrors, FilesHaveALimitedSize) {
    const test::TempDir folder;
    std::ofstream(folder / "tokenizer.json", std::ios::binary).seekp(1'000'000'000).put('}');
    expect_says(error_of(folder), "the file has 1000000001 bytes; at most");
}

TEST(TokenizerErrors, InvalidOrTooLongTextIsRefused) {
    const auto opened = tokenizer::open_tokenizer(data + "gpt2");
    ASSERT_TRUE(opened);
    const auto broken = tokenizer::tokenize(*opened, "cat \xFF");
    ASSERT_FALSE(broken);
    expect_says(broken.error().text(), "the text is not UTF-8 at its byte 5");
    const auto huge = tokenizer::tokenize(*opened, std::string(17 << 20, ' '));
    ASSERT_FALSE(huge);
    expect_says(huge.error().text(), "at most 16777216 are split into tokens");
}

TEST(TokenizerErrors, UnknownTextWithoutAnUnknownTokenIsNamed) {
    const test::TempDir folder;
    folder.file("vocab.json", "{\"a\": 0, \"b\": 1, \"ab\": 2}");
    folder.file("merges.txt", "a b\n");
    const auto opened = tokenizer::open_tokenizer(folder.path().string());
    ASSERT_TRUE(opened) << opened.error().text();
    ASSERT_TRUE(tokenizer::tokenize(*opened, "abba"));
    const auto unknown = tokenizer::tokenize(*opened, "abc");
    ASSERT_FALSE(unknown);
    expect_says(
        unknown.error().text(),
        "\"c\" is not in the vocabulary of the tokenizer, which has no token for unknown text");
}

TEST(TokenizerErrors, SlowExpressionsAreStopped) {
    const test::TempDir folder;
    folder.file("tokenizer.json",
                R"({"model":{"type":"BPE","vocab":{"a":0},"merges":[]},"pre_tokenizer":{)"
                R"("type":"Split","pattern":{"Regex":"(a*)*(a*)*(a*)*b"},"behavior":"Isolated",)"
                R"("invert":false}})");
    const auto opened = tokenizer::open_tokenizer(folder.path().string());
    ASSERT_TRUE(opened) << opened.error().text();
    const auto tokens = tokenizer::tokenize(*opened, std::string(5000, 'a'));
    ASSERT_FALSE(tokens);
    expect_says(tokens.error().text(), "takes too long or too much memory on this text");
}

} // namespace attn::tokenizer_errors_test
