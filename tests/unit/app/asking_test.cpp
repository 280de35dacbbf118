// SPDX-License-Identifier: MIT
// A lesson's questions: answers counted in a room, given by keys, by a typed number and by a
// clicked cell.
#include "app/presenting/presenting.h"
#include "core/document/model/covers.h"
#include "core/document/telling/step.h"
#include "core/io/document/lesson.h"
#include "tests/support/presenting_desk.h"

#include <gtest/gtest.h>

#include <memory>

namespace attn::asking_test {

using namespace app;
using attn::test::PresentingDesk;

namespace {

/// The first number of the output of word 1.
Real cell_of_output(Session& session) {
    return value_at(session.document(), session.trace(), {{Stage::Output}, 1, 0});
}

void click_cell(Session& session, const Place& place) {
    session.view.selected = place;
}

} // namespace

TEST(Asking, GuessesAreCountedAndTheAnswerPrecedesTheNextStep) {
    PresentingDesk desk;
    const auto lesson = io::open_lesson("guess-the-weights");
    ASSERT_TRUE(lesson);
    desk.session.outbox.post(OpenLesson{std::make_shared<const OpenedLesson>(*lesson)});
    desk.carry_out();
    desk.press(Key::F5);
    const auto question = [&] { return *presented_page(desk.session.frame()).question; };
    ASSERT_EQ(question().choices.size(), 5U);
    EXPECT_EQ(desk.hint(), "1 to 5, or clicks, count votes|Space reveals|I hint|");
    desk.type("5515");
    EXPECT_EQ(question().choices[4].guesses, 3);
    EXPECT_EQ(question().choices[0].guesses, 1);
    desk.press(Key::Backspace);
    EXPECT_EQ(question().choices[4].guesses, 2) << "the last guess is taken back";
    EXPECT_EQ(desk.step(), 1);
    desk.type("9");
    desk.type("0");
    EXPECT_EQ(desk.hint().find("go to step"), std::string::npos) << "a digit is no step here";
    desk.type("i");
    EXPECT_EQ(question().said, question().sayings.front()) << "a hint";
    while (first_covered_on_page(desk.session.frame()))
        desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 1);
    desk.press(Key::PageDown);
    EXPECT_EQ(question().said, question().sayings.back()) << "the answer";
    EXPECT_EQ(desk.hint().find("votes"), std::string::npos) << "it is answered";
    EXPECT_TRUE(question().choices[4].is_right);
    EXPECT_EQ(question().choices[4].guesses, 2) << "the guesses stay";
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 2) << "what is answered goes on";
    EXPECT_EQ(question().choices[0].guesses, 0);
    desk.press(Key::Right);
    EXPECT_EQ(desk.step(), 3) << "an arrow goes on at once";
    desk.type("7.5");
    EXPECT_EQ(to_text(question().said), "You type 7.5");
    desk.press(Key::Enter);
    EXPECT_TRUE(to_text(question().said).starts_with("No, it is not 7.50."));
    const Real value = cell_of_output(desk.session);
    desk.type(spoken(value, {NumberFormat::Kind::Decimals, 2}));
    desk.press(Key::Enter);
    EXPECT_TRUE(to_text(question().said).starts_with("Yes, it is "));
    Document revealed = lesson->documents[2];
    const Place asked = lesson->lesson.steps[2].question->place;
    EXPECT_TRUE(is_covered(revealed, asked));
    revealed.covers = without_cover(revealed, range_of(asked));
    EXPECT_EQ(desk.session.document(), revealed) << "an answer reveals what it tells";
    desk.press(Key::Right);
    click_cell(desk.session, {{Stage::Weights}, 1, 3});
    EXPECT_TRUE(to_text(question().said).starts_with("Yes, output[1,0]"));
    click_cell(desk.session, {{Stage::Weights}, 2, 3});
    EXPECT_TRUE(to_text(question().said).starts_with("No, output[1,0]"));
}

TEST(Asking, AnswersCanBeTypedInTheWindow) {
    PresentingDesk desk;
    desk.session.outbox.post(
        OpenLesson{std::make_shared<const OpenedLesson>(*io::open_lesson("guess-the-weights"))});
    desk.carry_out();
    const auto question = [&] { return *page_question(desk.session.frame()); };
    const auto choose = [&](char digit) {
        desk.press(KeyPress{Key::Character, digit, false, false, true});
    };
    choose('1');
    EXPECT_TRUE(to_text(question().said).starts_with("No, it is not "));
    EXPECT_TRUE(has_open_question(desk.session.frame()));
    desk.press(KeyPress{Key::Character, 'i'});
    EXPECT_EQ(question().said, question().sayings.front());
    choose('5');
    EXPECT_TRUE(to_text(question().said).starts_with("Yes, it is "));
    EXPECT_FALSE(has_open_question(desk.session.frame()));
    desk.press(Key::PageDown);
    EXPECT_TRUE(has_open_question(desk.session.frame()));
    desk.press(KeyPress{Key::Character, 'a'});
    EXPECT_EQ(question().said, question().sayings.back());
    desk.press(Key::PageDown);
    desk.press(Key::Enter, true);
    ASSERT_TRUE(desk.session.ui.editing);
    desk.type("x");
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.editing->fault.empty()) << "no number";
    desk.press(Key::PageDown);
    EXPECT_FALSE(desk.session.ui.editing) << "the answer belonged to the step before";
}

} // namespace attn::asking_test
