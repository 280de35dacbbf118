// SPDX-License-Identifier: MIT
// A lesson's questions, answered by mouse and by keyboard, and votes counted in a room.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

namespace attn::questions_test {

using namespace test;

namespace {

void open_lesson(LabDriver& lab) {
    lab.choose_by_name("Guess the weights");
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    lab.settled();
}

std::function<bool(const Json&)> says(const std::string& begin) {
    return [begin](const Json& now) {
        return now["lesson"].is_object() &&
               now["lesson"]["said"].get<std::string>().starts_with(begin);
    };
}

std::function<bool(const Json&)> is_at(int step) {
    return [step](const Json& now) { return now["lesson"]["step"] == step; };
}

} // namespace

TEST(Questions, AreAnsweredByTheMouseAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    open_lesson(lab);
    lab.picture("question-1366");
    const Json before = lab.settled();
    lab.click(lab.control("question.choice.1"));
    lab.until("a wrong answer", says("No, it is not"));
    lab.click(lab.control("lesson.hint"));
    lab.until("a hint", says("The softmax keeps"));
    lab.click(lab.control("question.choice.5"));
    lab.until("the right answer", says("Yes, it is"));
    Json revealed = before;
    EXPECT_EQ(revealed["document"]["covers"], Json::array({"weights[1,:]"}));
    revealed["document"].erase("covers");
    EXPECT_EQ(document_text(lab.settled()), document_text(revealed))
        << "nothing is changed, and the row that was asked for is in view";
    lab.picture("question-answered-1366");
    lab.click(lab.control("lesson.next"));
    lab.until("the next step", is_at(1));
    lab.click(lab.control("lesson.answer"));
    lab.until("the answer", says("It is as large as it is"));
    lab.click(lab.control("lesson.next"));
    lab.until("the third step", is_at(2));
    lab.settled();
    lab.click(lab.control("question.field"));
    lab.type("9");
    lab.press("Return");
    lab.until("a wrong number", says("No, it is not 9."));
    lab.click(lab.control("lesson.next"));
    lab.until("the fourth step", is_at(3));
    lab.settled();
    lab.click(lab.cell("output", 0, 0));
    lab.until("another cell", says("No, output[1,0]"));
    lab.click(lab.cell("weights", 1, 2));
    lab.until("a cell of it", says("Yes, output[1,0]"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Questions, AreAnsweredByTheKeyboardAloneInASmallDarkWindow) {
    LabDriver lab({"the-cat-chased-the-mouse", 1024, 768});
    lab.settled();
    lab.choose_by_name("dark theme");
    lab.until("the dark", [](const Json& now) { return now["view"]["theme"] == 1; });
    lab.choose_by_name("Guess the weights");
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    lab.settled();
    lab.picture("question-1024-dark");
    lab.press("alt+5");
    lab.until("the right answer", says("Yes, it is"));
    lab.press("Next");
    lab.until("the next step", is_at(1));
    lab.press("i");
    lab.until("a hint", says("Each power"));
    lab.press("a");
    lab.until("the answer", says("It is as large as it is"));
    lab.press("Next");
    lab.until("the third step", is_at(2));
    lab.press("shift+Return");
    lab.type("0.5");
    lab.press("Return");
    lab.until("a wrong number", says("No, it is not 0.50."));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Questions, GuessesOfARoomAreCountedOnThePage) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    open_lesson(lab);
    lab.press("F5");
    lab.until("the page", [](const Json& now) { return !now["presenting"].is_null(); });
    lab.settled();
    for (const char* digit : {"5", "5", "2", "5", "1"})
        lab.press(digit);
    lab.click(lab.control("presented.choice.2")); // as the key 2
    lab.until("guesses", [](const Json& now) {
        return now["lesson"]["guesses"] == Json({1, 2, 0, 0, 3});
    });
    lab.settled();
    lab.picture("question-room-1600");
    for (int times = 0; times < 6; ++times) // the five plates and the answer
        lab.press("space");
    lab.until("the answer", says("It is "));
    lab.settled();
    lab.picture("question-room-answered-1600");
    lab.press("space");
    lab.until("the next step", is_at(1));
    lab.press("Escape");
    lab.until("the window", [](const Json& now) { return now["presenting"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::questions_test
