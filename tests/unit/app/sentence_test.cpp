// SPDX-License-Identifier: MIT
// Typing all words of a model as one sentence, without a window.
#include "app/editing/sentence.h"
#include "app/explaining/next_words.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/document_json.h"
#include "tests/support/editing_desk.h"
#include "tests/support/talking_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace attn::sentence_test {

using namespace app;
using test::EditingDesk;

namespace {

using List = std::vector<std::string>;

struct SentenceDesk : EditingDesk {
    explicit SentenceDesk(const std::string& json = test::talking_model())
        : EditingDesk(io::read_document(json, "talking.attn").value()) {}

    const List& words() const { return session.document().tokens.list(); }
    std::string text() const { return session.ui.editing ? session.ui.editing->line.text : ""; }
    std::string fault() {
        return session.ui.editing ? shown_fault(session.frame(), typed_sentence(session.frame()))
                                  : "";
    }
    List offered() { return typed_sentence(session.frame()).offered; }
    void begin() { press(KeyPress{Key::Character, 't'}); }
};

const List first{"the", "cat", "chased", "the", "mouse"};

} // namespace

TEST(Sentence, BeginsWithTheWordsOfTheDocument) {
    SentenceDesk desk;
    desk.begin();
    ASSERT_TRUE(is_typing_sentence(desk.session.ui));
    EXPECT_EQ(desk.text(), "the cat chased the mouse");
    EXPECT_EQ(desk.session.ui.editing->line.selection(), desk.text());
    desk.type("t"); // the letter of the key itself, which the window sends after it
    EXPECT_EQ(desk.text(), "the cat chased the mouse");
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_FALSE(desk.session.history().can_undo()) << "nothing was changed";
}

TEST(Sentence, IsOfDocumentsWithATable) {
    EditingDesk desk{new_document()};
    desk.press(KeyPress{Key::Character, 't'});
    EXPECT_FALSE(is_typing_sentence(desk.session.ui));
    EXPECT_FALSE(action(desk.actions, "word.type").is_offered(desk.session.document()));
}

TEST(Sentence, TheDocumentFollowsAndAllIsOneStepOfUndo) {
    SentenceDesk desk;
    desk.begin();
    desk.session.ui.letter_of_action = '\0';
    desk.type("the dog");
    EXPECT_EQ(desk.words(), (List{"the", "dog"}));
    EXPECT_EQ(desk.session.view.query, 1);
    desk.type("s sle");
    EXPECT_EQ(desk.words(), (List{"the", "dogs"})) << "\"sle\" is no word yet";
    EXPECT_EQ(desk.fault(), "") << "it may become one";
    desk.type("pt");
    EXPECT_EQ(desk.words(), (List{"the", "dogs", "slept"}));
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_EQ(desk.session.history().position(), 1U);
    EXPECT_EQ(desk.session.history().undo_description(), "Type “the dogs slept”");
    desk.control('z');
    EXPECT_EQ(desk.words(), first);
}

TEST(Sentence, EscapeBringsTheOldOneBack) {
    SentenceDesk desk;
    desk.session.view.query = 3;
    desk.begin();
    desk.session.ui.letter_of_action = '\0';
    desk.type("Anna slept");
    EXPECT_EQ(desk.words(), (List{"Anna", "slept"}));
    desk.press(Key::Escape);
    EXPECT_EQ(desk.words(), first);
    EXPECT_EQ(desk.session.view.query, 3);
    EXPECT_FALSE(desk.session.history().can_undo());
}

TEST(Sentence, TabTakesTheOfferedWordAndArrowsChooseAnother) {
    SentenceDesk desk;
    desk.begin();
    desk.session.ui.letter_of_action = '\0';
    desk.type("the dogs ch");
    EXPECT_EQ(desk.offered(), (List{"chased"}));
    desk.press(Key::Tab);
    EXPECT_EQ(desk.text(), "the dogs chased ");
    desk.type("do");
    const List both = desk.offered();
    ASSERT_EQ(both.size(), 2U);
    desk.press(Key::Down);
    desk.press(Key::Tab);
    EXPECT_EQ(desk.words().back(), both[1]);
    // Where no word is begun, the likeliest is offered.
    const Document& now = desk.session.document();
    const auto likely = words_after(now, desk.session.trace(), 1);
    ASSERT_TRUE(likely);
    const std::string next = now.vocabulary[static_cast<std::size_t>(likely->front().word)];
    EXPECT_EQ(desk.offered().front(), next);
    const std::size_t count = desk.words().size();
    desk.press(Key::Tab);
    EXPECT_EQ(desk.words().size(), count + 1);
    EXPECT_EQ(desk.words().back(), next);
    desk.press(Key::Enter);
    EXPECT_EQ(desk.session.history().position(), 1U);
}

TEST(Sentence, StaysInItsFieldWhileAWordIsUnknown) {
    SentenceDesk desk;
    desk.begin();
    desk.session.ui.letter_of_action = '\0';
    desk.type("the fog ");
    EXPECT_NE(desk.fault().find("\"fog\" is not in the vocabulary"), std::string::npos);
    desk.type("slept");
    desk.press(Key::Enter);
    ASSERT_TRUE(is_typing_sentence(desk.session.ui));
    EXPECT_EQ(desk.text(), "the fog slept");
    EXPECT_NE(desk.fault().find("nearest words are \"dog\""), std::string::npos);
    EXPECT_EQ(desk.words(), (List{"the"})) << "what was known so far";
    // An action leaves the field, which keeps the sentence.
    desk.press(KeyPress{Key::Character, 'h', true});
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_NE(desk.message().find("The sentence stays in its field"), std::string::npos);
    ASSERT_TRUE(left_sentence(desk.session.frame()));
    desk.run("word.type");
    EXPECT_EQ(desk.text(), "the fog slept");
    desk.press(Key::Escape);
    EXPECT_FALSE(left_sentence(desk.session.frame()));
}

TEST(Sentence, EnterSaysWhatIsWrongWithAWordThatIsOnlyBegun) {
    SentenceDesk desk;
    desk.begin();
    desk.session.ui.letter_of_action = '\0';
    desk.type("the ca");
    EXPECT_EQ(desk.fault(), "");
    desk.press(Key::Enter);
    EXPECT_NE(desk.fault().find("\"ca\" is not in the vocabulary"), std::string::npos);
    desk.type("t");
    EXPECT_EQ(desk.fault(), "");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.words(), (List{"the", "cat"}));
}

TEST(Sentence, IsPastedIntoItsFieldAndOntoTheCanvas) {
    SentenceDesk desk;
    desk.clipboard = "the dogs\nslept.";
    desk.begin();
    desk.control('v');
    EXPECT_EQ(desk.words(), (List{"the", "dogs", "slept", "."}));
    desk.press(Key::Enter);
    // On the canvas its words come after the query word.
    desk.session.view.selected.reset();
    desk.session.view.query = 1;
    desk.clipboard = "chased the mouse";
    desk.control('v');
    EXPECT_EQ(desk.words(), (List{"the", "dogs", "chased", "the", "mouse", "slept", "."}));
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_EQ(desk.session.history().position(), 2U);
    desk.clipboard = "chased the fox";
    desk.session.view.query = 6;
    desk.control('v');
    ASSERT_TRUE(is_typing_sentence(desk.session.ui)) << "nothing is lost";
    EXPECT_EQ(desk.text(), "the dogs chased the mouse slept . chased the fox");
    EXPECT_NE(desk.fault().find("\"fox\" is not in the vocabulary"), std::string::npos);
    EXPECT_EQ(desk.session.history().position(), 2U);
}

TEST(Sentence, LongerThanTheLearnedPositionsIsRefusedWithTheReason) {
    SentenceDesk desk(
        test::talking_model(R"("positions": "learned",)",
                            R"("P": [[0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0]],)"));
    desk.begin();
    desk.session.ui.letter_of_action = '\0';
    desk.type("the cat the cat the cat");
    EXPECT_EQ(desk.fault(), "the text has 6 words, but the model has learned positions for 5; give "
                            "a shorter text");
    EXPECT_EQ(desk.words().size(), 5U);
}

/// What the model says next is compared with the state before the last change.
TEST(NextWords, FollowEachEditAndSayWhatWasBefore) {
    SentenceDesk desk;
    const NextWords& next = next_words_now(desk.session.frame());
    ASSERT_EQ(next.words.size(), 5U);
    EXPECT_EQ(next.compared_with, "");
    const std::vector<NextWords::One> was = next.words;
    desk.session.outbox.edit(SetMatrix{{Stage::WO}, Matrix::Zero(2, 3), "Switch off"});
    desk.carry_out();
    (void)next_words_now(desk.session.frame());
    EXPECT_EQ(next.compared_with, "before the last change");
    const Document& now = desk.session.document();
    const Vector shares = matrix_of(now, desk.session.trace(), {Stage("probabilities")}).row(4);
    for (const NextWords::One& one : next.words) {
        ASSERT_TRUE(one.before) << one.word;
        const auto then = std::find_if(was.begin(), was.end(), [&](const NextWords::One& other) {
            return other.word == one.word;
        });
        EXPECT_TRUE(then == was.end() || *one.before == then->now) << one.word;
    }
    EXPECT_EQ(next.words.front().now, shares.maxCoeff());
    append_next_word(desk.session.frame(), next.words.front().word);
    desk.carry_out();
    EXPECT_EQ(desk.words().size(), 6U);
    EXPECT_EQ(desk.session.view.query, 5);
    (void)next_words_now(desk.session.frame());
    EXPECT_EQ(next.compared_with, "") << "another number of words asks something else";
}

} // namespace attn::sentence_test
