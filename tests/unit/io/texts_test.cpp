// SPDX-License-Identifier: MIT
// Texts that documents with a table read: how they are split, what is offered while they are typed,
// and the one command that takes all words.
#include "core/document/commands/command.h"
#include "core/document/commands/difference.h"
#include "core/document/commands/history.h"
#include "core/document/commands/texts.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "tests/support/talking_model.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace attn::texts_test {

namespace {

using List = std::vector<std::string>;

Document read(const std::string& json = test::talking_model()) {
    auto document = io::read_document(json, "talking.attn");
    EXPECT_TRUE(document) << (document ? "" : document.error().text());
    return document ? *std::move(document) : Document();
}

/// The words with their places: "the:0-3 fox?:4-7".
std::string split(const Document& document, const std::string& text) {
    std::string said;
    for (const TypedWord& one : typed_words(document, text))
        said += (said.empty() ? "" : " ") + one.word + (one.is_known ? ":" : "?:") +
                std::to_string(one.from) + "-" + std::to_string(one.to);
    return said;
}

/// Reads a text whose caret is at "|".
TypedText typed(const Document& document, std::string text, const Vector* likely = nullptr) {
    const std::size_t caret = text.find('|');
    text.erase(caret, 1);
    return read_typed(document, text, caret, likely);
}

/// Takes the offered word; the caret is at "|".
std::string taken(const Document& document, std::string text, const std::string& word) {
    const std::size_t caret = text.find('|');
    text.erase(caret, 1);
    TextAndCaret made = with_offered(text, caret, read_typed(document, text, caret), word);
    return made.text.insert(made.caret, "|");
}

} // namespace

TEST(Texts, AreSplitAtBlanksAndAtPunctuationOfTheVocabulary) {
    const Document document = read();
    EXPECT_EQ(split(document, " the\tcat\nslept. "), "the:1-4 cat:5-8 slept:9-14 .:14-15");
    EXPECT_EQ(split(document, "the fox, ..slept!"),
              "the:0-3 fox,?:4-8 .:9-10 .:10-11 slept!?:11-17");
    EXPECT_EQ(split(document, ". . ."), ".:0-1 .:2-3 .:4-5");
    EXPECT_EQ(split(document, "Thé \xff"), "Thé?:0-4 \xEF\xBF\xBD?:5-6");
    EXPECT_EQ(split(document, "  "), "");
    EXPECT_EQ(words_of_text(document, "the dog slept.").value(),
              (List{"the", "dog", "slept", "."}));
    EXPECT_EQ(words_of_text(document, "the fog").error().message,
              "the word \"fog\" is not in the vocabulary, whose nearest words are \"dog\", "
              "\"dogs\" and \"the\"");
}

TEST(Texts, OfferTheWordsThatBeginSo) {
    const Document document = read();
    EXPECT_EQ(typed(document, "the d|").offered, (List{"dog", "dogs"}));
    EXPECT_EQ(typed(document, "the dog|").offered, (List{"dogs"}));
    EXPECT_TRUE(typed(document, "the do|").is_begun);
    EXPECT_FALSE(typed(document, "the dog|").is_begun) << "a known word is not only begun";
    EXPECT_EQ(typed(document, "the do| slept").at, 1U);
    EXPECT_EQ(typed(document, "the |").offered, List()) << "nothing is known to be likely";
    EXPECT_EQ(typed(document, "the d|og").offered, List()) << "the caret is within a known word";
    EXPECT_EQ(typed(document, "|the").at, std::nullopt);
}

/// Likely words come first, among those that begin so and where no word is begun.
TEST(Texts, OfferLikelyWordsFirst) {
    const Document document = read();
    Vector likely = Vector::Zero(9);
    likely(3) = 0.7; // dogs
    likely(6) = 0.2; // slept
    likely(2) = 0.1; // dog
    EXPECT_EQ(typed(document, "the do|", &likely).offered, (List{"dogs", "dog"}));
    EXPECT_EQ(typed(document, "the |", &likely).offered,
              (List{"dogs", "slept", "dog", "the", "cat"}));
}

TEST(Texts, OfferTheSpellingOfTheVocabularyIfOnlyTheCaseDiffers) {
    const Document document = read();
    EXPECT_EQ(typed(document, "The|").offered, (List{"the"}));
    EXPECT_EQ(typed(document, "DOG|").offered, (List{"dog", "dogs"}));
    EXPECT_EQ(typed(document, "an|").offered, (List{"Anna"}));
    EXPECT_EQ(rest_of_word(typed(document, "an|"), "Anna"), "na");
    EXPECT_EQ(taken(document, "an|", "Anna"), "Anna |");
    const TypedText whole = typed(document, "The cat|");
    EXPECT_FALSE(whole.words[0].is_known);
    EXPECT_NE(whole.fault.find("\"The\" is not in the vocabulary, whose nearest words are \"the\""),
              std::string::npos);
}

TEST(Texts, OfferTheNearestOfAnUnknownWord) {
    const Document document = read();
    const TypedText unknown = typed(document, "the fog|");
    EXPECT_EQ(unknown.offered.front(), "dog");
    EXPECT_FALSE(unknown.is_begun);
    EXPECT_EQ(rest_of_word(unknown, "dog"), "");
    EXPECT_EQ(typed(document, "the f|og slept").offered.front(), "dog");
    EXPECT_EQ(taken(document, "the f|og slept", "dog"), "the dog| slept");
}

TEST(Texts, AnOfferedWordTakesThePlaceOfTheBegunOne) {
    const Document document = read();
    EXPECT_EQ(taken(document, "the ca|", "cat"), "the cat |");
    EXPECT_EQ(taken(document, "the ca|.", "cat"), "the cat|.");
    EXPECT_EQ(taken(document, "the |", "cat"), "the cat |");
    EXPECT_EQ(taken(document, "|", "cat"), "cat |");
    EXPECT_EQ(taken(document, "| slept", "dogs"), "dogs| slept");
}

TEST(Texts, SayWhyADocumentCannotHaveThem) {
    const Document document = read();
    EXPECT_EQ(typed(document, "the cat|").fault, "");
    EXPECT_EQ(typed(document, " |").fault, "the text has no word; at least one is needed");
    const Document learned = read(
        test::talking_model(R"("positions": "learned",)",
                            R"("P": [[0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0]],)"));
    EXPECT_EQ(typed(learned, "the cat the cat the|").fault, "");
    EXPECT_EQ(typed(learned, "the cat the cat the cat|").fault,
              "the text has 6 words, but the model has learned positions for 5; give a shorter "
              "text");
    std::string long_text;
    for (Index at = 0; at <= max_tokens; ++at)
        long_text += "cat ";
    EXPECT_EQ(read_typed(document, long_text, 0).fault,
              "the text has 4097 words, more than the limit of 4096");
    Document given;
    EXPECT_NE(why_no_text(given).find("X is given"), std::string::npos);
}

/// A file may have positions for more words than the document has.
TEST(Texts, TakeTheLearnedPositionsThatWait) {
    const std::string seven = R"("P": [[0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0],
                                       [0, 1, 1], [1, 1, 1]],)";
    const Document learned = read(test::talking_model(R"("positions": "learned",)", seven));
    EXPECT_EQ(input(learned, {Stage::P})->rows(), 5) << "one for each word";
    EXPECT_EQ(*learned.further_positions, (Matrix{{0, 1, 1}, {1, 1, 1}}));
    EXPECT_EQ(*io::read_document(io::write_document(learned), "again"), learned);
    EXPECT_EQ(typed(learned, "the cat the cat the cat the|").fault, "");
    EXPECT_EQ(typed(learned, "the cat the cat the cat the cat|").fault,
              "the text has 8 words, but the model has learned positions for 7; give a shorter "
              "text");
    const auto one = with_words(learned, {"cat"});
    ASSERT_TRUE(one) << one.error().text();
    EXPECT_EQ(one->further_positions.rows(), 6);
    EXPECT_EQ(with_words(*one, learned.tokens).value(), learned);
    const auto removed = apply(learned, RemoveToken{4});
    ASSERT_TRUE(removed) << removed.error().text();
    EXPECT_EQ(input(*removed, {Stage::P})->rows(), 4);
    EXPECT_EQ(removed->further_positions.rows(), 3);
    const auto inserted = apply(*removed, InsertToken{4, "the", {}});
    ASSERT_TRUE(inserted) << inserted.error().text();
    EXPECT_EQ(*input(*inserted, {Stage::P}), *input(learned, {Stage::P}));
}

/// What is typed reads back as the words, or the document says why it cannot be typed.
TEST(Texts, OfADocumentReadBackAsItsWords) {
    const Document document = read();
    EXPECT_EQ(text_of_words(document), "the cat chased the mouse");
    EXPECT_EQ(why_no_text(document), "");
    const Document blank = read(R"({"format": "attention-lab", "version": [2, 0],
          "model": {"kind": "attention", "embedding": "table"},
          "lists": {"words": ["a b"], "vocabulary": ["a b", "a"]},
          "inputs": {"E": [[1], [0]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}})");
    EXPECT_NE(why_no_text(blank).find("has blanks"), std::string::npos);
}

TEST(SetWords, ReplacesAllWordsAsOneCommand) {
    const Document document = read();
    const auto after = apply(document, SetWords{{"the", "dog", "slept"}});
    ASSERT_TRUE(after) << after.error().text();
    EXPECT_EQ(after->tokens.list(), (List{"the", "dog", "slept"}));
    const std::string words = R"(["the", "dog", "slept"])";
    EXPECT_EQ(*after, read(test::talking_model("", "", words)));
    EXPECT_EQ(describe(document, SetWords{{"the", "dog", "slept"}}), "Type “the dog slept”");
    EXPECT_EQ(apply(document, SetWords{document.tokens.list()}).value(), document);
    EXPECT_EQ(apply(document, SetWords{{"the", "fog"}}).error().text(),
              "lists.words[1]: the word \"fog\" is not in the vocabulary, whose nearest words are "
              "\"dog\", \"dogs\" and \"the\"");
    EXPECT_FALSE(apply(document, SetWords{}));
    EXPECT_FALSE(apply(Document(), SetWords{{"a"}}));
    const auto json = io::read_command(io::write_command(SetWords{{"the", "."}}), "log");
    ASSERT_TRUE(json) << json.error().text();
    EXPECT_EQ(std::get<SetWords>(*json).words, (List{"the", "."}));
}

TEST(SetWords, EvaluatesAsTheSameDocumentOpened) {
    const Document before = read();
    const Trace trace = evaluate(before);
    const Document now = apply(before, SetWords{{"dogs", "chased", "Anna", "."}}).value();
    const Trace fast = evaluate(now, before, trace), whole = evaluate(now);
    for (const SheetId& sheet : sheets(now))
        EXPECT_EQ(matrix_of(now, fast, sheet), matrix_of(now, whole, sheet)) << to_text(sheet);
}

/// Numbers that are still there stay covered.
TEST(SetWords, KeepsCovers) {
    Document document = read();
    document = apply(document, SetCovers{{parse_region("weights[1,0]").value(),
                                          parse_region("weights[4,0]").value()},
                                         "Cover"})
                   .value();
    ASSERT_EQ(document.covers.size(), 2U);
    const Document shorter = apply(document, SetWords{{"the", "cat", "slept"}}).value();
    ASSERT_EQ(shorter.covers.size(), 1U);
    EXPECT_EQ(to_text(shorter.covers[0]), to_text(document.covers[0]));
}

TEST(SetWords, OfOneGestureAreOneStep) {
    History history(read());
    const Document first = history.current();
    const auto type = [&](List words) {
        const SetWords command{std::move(words)};
        history.push(apply(history.current(), command).value(), describe(first, command), 7);
    };
    type({"the", "cat"});
    type({"the", "cat", "slept"});
    EXPECT_EQ(history.position(), 1U);
    EXPECT_EQ(history.undo_description(), "Type “the cat slept”");
    history.cancel(7);
    EXPECT_EQ(history.current(), first);
}

/// Where single words would take several commands, a lesson has this one.
TEST(SetWords, LeadsFromOneTextToAnother) {
    const Document before = read();
    const Document after = apply(before, SetWords{{"Anna", "slept", "."}}).value();
    const auto commands = commands_between(before, after);
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<SetWords>(commands[0]));
    const auto one = commands_between(before, apply(before, RenameToken{1, "dog"}).value());
    ASSERT_EQ(one.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<RenameToken>(one[0]));
}

TEST(NextWords, AreComparedWithThoseOfAnotherState) {
    const Document before = read();
    const Document after =
        apply(before, SetMatrix{{Stage::WO}, Matrix::Zero(2, 3), "Switch off"}).value();
    const Calculation was{before, evaluate(before)}, now{after, evaluate(after)};
    const auto words = compared_words(after, now.trace, &was, 3);
    ASSERT_TRUE(words) << words.error().text();
    ASSERT_EQ(words->size(), 3U);
    const Matrix then = matrix_of(before, was.trace, {Stage("probabilities")});
    const Matrix shares = matrix_of(after, now.trace, {Stage("probabilities")});
    for (const ComparedWord& one : *words) {
        EXPECT_EQ(one.now, shares(4, one.word));
        EXPECT_EQ(one.before, then(4, one.word));
    }
    // The likeliest before is among them, even if it is unlikely now.
    Index likeliest_before = 0;
    then.row(4).maxCoeff(&likeliest_before);
    const auto single = compared_words(after, now.trace, &was, 1);
    EXPECT_EQ(single->front().word, likeliest_before);
    EXPECT_FALSE(compared_words(after, now.trace, nullptr, 3)->front().before);
    const Document other = apply(before, SetWords{{"the"}}).value();
    const Calculation shorter{other, evaluate(other)};
    EXPECT_FALSE(compared_words(after, now.trace, &shorter, 3)->front().before)
        << "after another number of words something else is asked";
}

TEST(NextWords, AreLikelyAfterTheFirstWords) {
    const Document document = read();
    const Trace trace = evaluate(document);
    const Document begin = apply(document, SetWords{{"the", "cat"}}).value();
    const auto likely = likely_after(document, trace, 2);
    ASSERT_TRUE(likely);
    const Vector alone = matrix_of(begin, evaluate(begin), {Stage("probabilities")}).row(1);
    EXPECT_LT((*likely - alone).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_FALSE(likely_after(document, trace, 0));
    EXPECT_FALSE(likely_after(document, trace, 6));
    const Document open = apply(document, SetMask{{Mask::Kind::None, {}}}).value();
    EXPECT_FALSE(likely_after(open, evaluate(open), 2)) << "words see those after them";
}

} // namespace attn::texts_test
