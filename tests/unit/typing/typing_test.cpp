// SPDX-License-Identifier: MIT
// Texts typed to a whole model: its tokenizer splits them, which travels with the document.
#include "core/document/model/model.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/document_json.h"
#include "core/typing/model_folder.h"
#include "core/typing/typing.h"
#include "core/typing/whole_choice.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_tokenizer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace attn::typing_test {

namespace {

using List = std::vector<std::string>;

/// The small GPT-2 with a tokenizer.
struct Folder {
    test::TempDir place;

    explicit Folder(const std::string& tokenizer = test::tiny_tokenizer()) {
        std::filesystem::copy(ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", place.path());
        if (!tokenizer.empty())
            place.file("tokenizer.json", tokenizer);
    }
    Document whole(const std::vector<Index>& ids = {18, 16}) const {
        const auto model = checkpoint::open_model(place.path().string());
        EXPECT_TRUE(model) << model.error().text();
        const auto by = tokenizer::open_tokenizer(place.path().string());
        const auto made = checkpoint::whole_document(
            *model, typing::whole_choice(*model, by ? &*by : nullptr, ids));
        EXPECT_TRUE(made) << made.error().text();
        auto read = io::read_document(io::write_document(made->document), "whole.attn");
        EXPECT_TRUE(read) << read.error().text();
        EXPECT_EQ(*read, made->document);
        return *std::move(read);
    }
};

} // namespace

TEST(Typing, ATokenizerSplitsTheTextAsItsMergesSay) {
    const Document document = Folder().whole();
    ASSERT_FALSE(document.tokenizer.empty());
    EXPECT_EQ(document.vocabulary[16], " cat");
    EXPECT_EQ(document.vocabulary[31], "[31]") << "no token has this id";
    const auto words = typing::words_of_text(document, "The cat sat on the cat.");
    ASSERT_TRUE(words) << words.error().text();
    EXPECT_EQ(*words, (List{"The", " cat", " sat", " on", " the", " cat", "."}));
    const auto read = with_words(document, *words);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(rows_in_table(*read), (std::vector<Index>{18, 16, 21, 24, 13, 16, 22}));
    EXPECT_EQ(typing::text_of_words(*read), "The cat sat on the cat.");
    EXPECT_EQ(typing::text_of_words(document), "The cat");
    EXPECT_EQ(typing::why_no_text(document), "");
}

TEST(Typing, WordsHaveTheirPlacesInTheText) {
    const Document document = Folder().whole();
    const TypedText typed = typing::read_typed(document, "The mat. cat", 5);
    std::string places;
    for (const TypedWord& word : typed.words)
        places += word.word + ":" + std::to_string(word.from) + "-" + std::to_string(word.to) + " ";
    EXPECT_EQ(places, "The:0-3  :3-3 m:4-5 a:5-6 t:6-7 .:7-8  cat:9-12 ");
    EXPECT_EQ(typed.fault, "");
    EXPECT_TRUE(typed.are_joined);
    EXPECT_EQ(word_at(typed, 9), 6);
}

TEST(Typing, OffersTheLikeliestWordsAtTheEndAndJoinsThem) {
    const Document document = Folder().whole();
    const Trace trace = evaluate(document);
    const TypedText typed = typing::read_typed(document, trace, "The cat", 7);
    const auto next = next_word(document, trace, {});
    ASSERT_TRUE(next) << next.error().text();
    ASSERT_EQ(typed.offered.size(), 5U);
    EXPECT_EQ(typed.offered.front(), next->name);
    const TextAndCaret made = with_offered("The cat", 7, typed, " sat");
    EXPECT_EQ(made.text, "The cat sat");
    EXPECT_EQ(made.caret, 11U);
    EXPECT_EQ(typing::read_typed(document, trace, "The cat", 3).offered, List());
    EXPECT_EQ(typing::read_typed(document, trace, "The", 3).offered, List())
        << "what follows another text is not known";
}

TEST(Typing, SaysWhatATextCannotBe) {
    const Document document = Folder().whole();
    EXPECT_NE(typing::words_of_text(document, "The dog").error().message.find("g"),
              std::string::npos)
        << "no token has this letter";
    EXPECT_EQ(typing::read_typed(document, "", 0).fault,
              "the text has no word; at least one is needed");
    EXPECT_EQ(typing::read_typed(document, "TTTTTTTTTTTTT", 0).fault,
              "the text has 13 words, but the model has learned positions for 12; give a shorter "
              "text");
    Document other = document;
    other.vocabulary.own().resize(20);
    EXPECT_EQ(typing::words_of_text(other, "The sat").error().message,
              "the tokenizer makes the token \" sat\", which is not in the vocabulary of 20 words");
    other.tokenizer = R"({"model": {"type": "Magic"}})";
    EXPECT_NE(typing::words_of_text(other, "The").error().text().find("Magic"), std::string::npos);
    EXPECT_NE(typing::read_typed(other, "The", 0).fault.find("Magic"), std::string::npos);
}

/// Only the program has tokenizers; code without them must not split such a text at its blanks.
TEST(Typing, CodeWithoutTokenizersRefuses) {
    const Document document = Folder().whole();
    EXPECT_NE(attn::why_no_text(document), "");
    EXPECT_FALSE(attn::words_of_text(document, "The cat"));
    EXPECT_NE(attn::read_typed(document, "The", 3).fault, "");
}

TEST(Typing, WithoutASmallTokenizerWordsAreChosenFromTheList) {
    const Folder without("");
    const Document ids = without.whole({5, 31});
    EXPECT_EQ(ids.tokens.list(), (List{"5", "31"}));
    EXPECT_EQ(ids.tokenizer, "");
    EXPECT_NE(ids.notes.find("the folder has no tokenizer"), std::string::npos);
    EXPECT_EQ(typing::words_of_text(ids, "7 0").value(), (List{"7", "0"})) << "ids can be typed";

    std::string large = test::tiny_tokenizer();
    const std::string null = "\"truncation\": null";
    large.replace(large.find(null), null.size(),
                  "\"truncation\": {\"strategy\": \"" + std::string(max_tokenizer_bytes, 'x') +
                      "\"}");
    const Document carries_none = Folder(large).whole();
    EXPECT_EQ(carries_none.tokenizer, "");
    EXPECT_EQ(carries_none.vocabulary[16], " cat");
    EXPECT_NE(carries_none.notes.find("its words are chosen from the list: tokenizer.json has"),
              std::string::npos)
        << carries_none.notes;
    EXPECT_NE(typing::why_no_text(carries_none), "");
}

/// The small tokenizer as the older files of a model, vocab.json and merges.txt.
void write_older_files(const test::TempDir& folder) {
    const auto json = nlohmann::json::parse(test::tiny_tokenizer());
    (void)folder.file("vocab.json", json["model"]["vocab"].dump());
    std::string merges = "#version: 0.2\n";
    for (const std::string merge : json["model"]["merges"])
        merges += merge + "\n";
    (void)folder.file("merges.txt", merges);
}

TEST(Typing, VocabularyAndMergesSplitATextAsTheSameTokenizerInOneFileDoes) {
    const Folder one, two("");
    write_older_files(two.place);
    const Document by_one = one.whole(), by_two = two.whole();
    EXPECT_FALSE(by_two.tokenizer.empty());
    EXPECT_EQ(by_two.vocabulary.list(), by_one.vocabulary.list());
    EXPECT_EQ(by_two.tokens.list(), by_one.tokens.list());
    EXPECT_EQ(typing::why_no_text(by_two), "");
    for (const char* text : {"The cat sat on the cat.", " the  the", "mat", "The<|endoftext|>cat",
                             "dog", "", "Thhe", "catsat on"}) {
        const auto expected = typing::words_of_text(by_one, text);
        const auto found = typing::words_of_text(by_two, text);
        ASSERT_EQ(bool(found), bool(expected)) << text;
        if (found)
            EXPECT_EQ(*found, *expected) << text;
        else
            EXPECT_EQ(found.error().message, expected.error().message) << text;
        const TypedText typed = typing::read_typed(by_two, text, 0);
        EXPECT_EQ(typed.fault, typing::read_typed(by_one, text, 0).fault) << text;
    }
    const auto words = typing::words_of_text(by_two, "The cat sat on the cat.");
    ASSERT_TRUE(words);
    EXPECT_EQ(typing::text_of_words(*with_words(by_two, *words)), "The cat sat on the cat.");
}

/// A text given to a layer of a folder, as --text gives it.
TEST(Typing, ALayerOfAFolderReadsATextByEitherTokenizer) {
    const Folder one, two("");
    write_older_files(two.place);
    std::vector<Document> read;
    for (const Folder* const folder : {&one, &two}) {
        const auto model = checkpoint::open_model(folder->place.path().string());
        ASSERT_TRUE(model);
        checkpoint::Choice choice;
        choice.ids = {18, 16};
        choice.words = {"The", " cat"};
        choice.is_block = true;
        const auto made = checkpoint::checkpoint_document(*model, choice);
        ASSERT_TRUE(made) << made.error().text();
        auto opened = typing::open_folder(*made->document.origin);
        ASSERT_TRUE(opened) << opened.error().text();
        const auto other = typing::with_text(*opened, made->document, "The cat sat");
        ASSERT_TRUE(other) << other.error().text();
        EXPECT_EQ(typing::joined_words(*opened, *other), "The cat sat");
        EXPECT_EQ(typing::text_of_words(*opened, *other), "The cat sat");
        EXPECT_FALSE(typing::with_text(*opened, made->document, "The dog"));
        read.push_back(*other);
    }
    EXPECT_EQ(read[0].tokens, read[1].tokens);
    EXPECT_EQ(read[0].embeddings, read[1].embeddings);
}

/// A head without output adds nothing through W_O, and one with the mean of its outputs the same to
/// each word.
TEST(Typing, HeadsOfALayerChangeWhatItsModelSays) {
    const Folder folder;
    const auto model = checkpoint::open_model(folder.place.path().string());
    ASSERT_TRUE(model);
    checkpoint::Choice choice;
    choice.ids = {18, 16, 21};
    choice.words = {"The", " cat", " sat"};
    for (const bool is_block : {false, true}) {
        choice.is_block = is_block;
        const auto made = checkpoint::checkpoint_document(*model, choice);
        ASSERT_TRUE(made) << made.error().text();
        auto opened = typing::open_folder(*made->document.origin);
        ASSERT_TRUE(opened) << opened.error().text();
        Progress progress;
        const auto changes = typing::changes_by_heads(*opened, made->document, &progress);
        ASSERT_TRUE(changes) << changes.error().text();
        EXPECT_GT(progress.done, 0);
        EXPECT_LE(progress.done, progress.total);
        EXPECT_GT(progress.done, 0.8 * static_cast<double>(progress.total));
        Progress again; // with what the first run kept
        ASSERT_TRUE(typing::changes_by_heads(*opened, made->document, &again));
        EXPECT_LE(again.done, again.total);
        EXPECT_GT(again.done, 0.8 * static_cast<double>(again.total));
        Progress cancelled;
        cancelled.is_cancelled = true;
        EXPECT_FALSE(typing::changes_by_heads(*opened, made->document, &cancelled));
        const auto likely = typing::likely_next(*opened, made->document);
        EXPECT_EQ(changes->likely, *likely);
        EXPECT_EQ((*likely)(changes->token), likely->maxCoeff());
        ASSERT_EQ(changes->heads.size(), 4U);
        for (Index head = 0; head < 4; ++head) {
            const HeadChange& change = changes->heads[static_cast<std::size_t>(head)];
            EXPECT_EQ(change.head, head);
            Document without = made->document;
            Matrix w_o = *without.w_o;
            w_o.middleRows(4 * head, 4).setZero();
            without.w_o = w_o;
            const auto off = typing::likely_next(*opened, without);
            ASSERT_TRUE(off) << off.error().text();
            EXPECT_NEAR(change.off, ((*off) - (*likely))(changes->token), 1e-12) << head;
            EXPECT_GT(std::abs(change.off), 1e-6) << head;
            // The mean as a bias.
            const Matrix outputs =
                matrix_of(made->document, evaluate(made->document), {Stage::Output, head});
            SharedMatrix* const bias = input(without, {Stage::BO});
            if (!bias)
                continue; // an attention without its block has none
            *bias = Matrix(**bias +
                           outputs.colwise().mean() * made->document.w_o->middleRows(4 * head, 4));
            const auto mean = typing::likely_next(*opened, without);
            ASSERT_TRUE(mean) << mean.error().text();
            EXPECT_NEAR(change.mean, ((*mean) - (*likely))(changes->token), 1e-12) << head;
        }
    }
}

/// WordLevel: each word is one token, and any other the unknown one.
TEST(Typing, AWordLevelTokenizerSplitsTheText) {
    const Document document = Folder(R"({"version": "1.0", "added_tokens": [
        {"id": 0, "content": "[UNK]", "single_word": false, "lstrip": false, "rstrip": false,
         "normalized": false, "special": true}],
      "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
      "post_processor": null, "decoder": null,
      "model": {"type": "WordLevel", "unk_token": "[UNK]",
        "vocab": {"[UNK]": 0, "the": 1, "cat": 2, "sat": 3, ".": 4}}})")
                                  .whole({1, 2});
    EXPECT_EQ(document.tokens.list(), (List{"the", "cat"}));
    EXPECT_EQ(typing::text_of_words(document), "the cat");
    EXPECT_EQ(typing::words_of_text(document, "The cat sat.").value(),
              (List{"the", "cat", "sat", "."}));
    EXPECT_EQ(typing::words_of_text(document, "the dog").value(), (List{"the", "[UNK]"}));
    const TypedText typed = typing::read_typed(document, "The dog sat", 0);
    ASSERT_EQ(typed.words.size(), 3U);
    EXPECT_EQ(typed.words[2].from, 8U);
    EXPECT_EQ(typed.fault, "");
}

/// Documents without a tokenizer are read as ever.
TEST(Typing, WithoutATokenizerBlanksSplitTheText) {
    Document document = Folder("").whole();
    EXPECT_EQ(typing::text_of_words(document), attn::text_of_words(document));
    EXPECT_EQ(typing::read_typed(document, "7 99", 4).fault,
              attn::read_typed(document, "7 99", 4).fault);
}

/// A WordPiece tokenizer puts words around every text, and marks parts inside words.
TEST(Typing, FindsTheTextOfWordsThatTheTokenizerFrames) {
    const std::string frame = R"({"version": "1.0", "added_tokens": [
        {"id": 0, "content": "[UNK]", "special": true}, {"id": 1, "content": "[CLS]", "special": true},
        {"id": 2, "content": "[SEP]", "special": true}],
      "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                     "strip_accents": null, "lowercase": true},
      "pre_tokenizer": {"type": "BertPreTokenizer"},
      "post_processor": {"type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                   {"Sequence": {"id": "A", "type_id": 0}},
                   {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]},
                           "[SEP]": {"id": "[SEP]", "ids": [2], "tokens": ["[SEP]"]}}},
      "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
      "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "the": 3, "cat": 4, "##s": 5}}})";
    const Document document = Folder(frame).whole({1, 3, 4, 5, 2});
    EXPECT_EQ(document.tokens.list(), (List{"[CLS]", "the", "cat", "##s", "[SEP]"}));
    EXPECT_EQ(typing::text_of_words(document), "the cats");
    EXPECT_EQ(typing::words_of_text(document, "The cats").value(), document.tokens.list());
    const TypedText typed = typing::read_typed(document, "The cats dog", 0);
    ASSERT_EQ(typed.words.size(), 6U);
    EXPECT_EQ(typed.words[3].from, 7U) << "##s";
    EXPECT_EQ(typed.words[4].word, "[UNK]");
}

} // namespace attn::typing_test
