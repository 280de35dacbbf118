// SPDX-License-Identifier: MIT
// The speaker's window while a step fills the room's screen.
#include "app/presenting/presenting.h"
#include "core/io/document/lesson.h"
#include "tests/support/presenting_desk.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

namespace attn::speaking_test {

using namespace app;
using attn::test::PresentingDesk;

namespace {

std::string texts(PresentingDesk& desk, std::time_t now) {
    const Frame frame = desk.session.frame();
    std::string all;
    for (const figure::Size size : {figure::Size{1000, 640}, {640, 900}, {2560, 1440}}) {
        const figure::Figure drawn =
            speaker_figure(frame, {1600, 900}, size, figure::approximate_width, now);
        EXPECT_EQ(drawn.size, size);
        all.clear();
        for (const figure::Shape& shape : drawn.shapes)
            if (const auto* one = std::get_if<figure::Text>(&shape)) {
                EXPECT_GE(one->at.y, 0);
                EXPECT_LE(one->at.y, size.height) << one->text;
                all += one->text + " ";
            }
    }
    return all;
}

} // namespace

TEST(Speaking, ShowsTheNotesTheNextStepAndTheTime) {
    PresentingDesk desk;
    const auto lesson = io::open_lesson("causal-decoder-block");
    ASSERT_TRUE(lesson);
    desk.session.outbox.post(OpenLesson{std::make_shared<const OpenedLesson>(*lesson)});
    desk.carry_out();
    desk.press(Key::F5);
    EXPECT_FALSE(desk.session.ui.teaching.presenting->has_speaker_window);
    desk.type("s");
    EXPECT_TRUE(desk.session.ui.teaching.presenting->has_speaker_window);
    const std::time_t began = desk.session.ui.teaching.presenting->began;
    const std::string said = texts(desk, began + 12 * 60 + 5);
    const auto& steps = lesson->lesson.steps;
    EXPECT_NE(said.find("Step 1 of " + std::to_string(steps.size())), std::string::npos) << said;
    EXPECT_NE(said.find("12 min"), std::string::npos) << said;
    EXPECT_NE(said.find("which word comes next"), std::string::npos) << "the notes: " << said;
    EXPECT_NE(said.find("2 · "), std::string::npos) << "the next page: " << said;
    desk.press(Key::End);
    EXPECT_NE(texts(desk, began).find("This is the last step"), std::string::npos);
    EXPECT_FALSE(next_page(desk.session.frame()));
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.is_presenting());
}

TEST(Speaking, WithoutALessonGoesThroughTheCalculation) {
    PresentingDesk desk;
    desk.press(Key::F5);
    const auto next = next_page(desk.session.frame());
    ASSERT_TRUE(next);
    EXPECT_EQ(to_text(next->page.title).find("2 · "), 0U);
    EXPECT_TRUE(speaker_prose(desk.session.frame()).empty()) << "this document has no notes";
    EXPECT_NE(texts(desk, 0).find("Step 1 of "), std::string::npos);
}

TEST(Speaking, ShowsTheNotesOfTheDocumentWithoutALesson) {
    PresentingDesk desk;
    desk.session.outbox.edit(SetNotes{"Say why W_Q {matters}.\n\nAsk the room."});
    desk.carry_out();
    desk.press(Key::F5);
    const std::string said = texts(desk, 0);
    for (const char* part : {"Say", "matters", "Ask", "room."})
        EXPECT_NE(said.find(part), std::string::npos) << part << ": " << said;
    const Prose prose = speaker_prose(desk.session.frame());
    ASSERT_FALSE(prose.empty());
    desk.session.outbox.edit(SetNotes{std::string(100'000, 'x')});
    desk.carry_out();
    EXPECT_LT(to_text(speaker_prose(desk.session.frame())).size(), 2000U)
        << "a report of an import is cut";
}

TEST(Speaking, ShowsWhatPlatesHideFromTheRoom) {
    PresentingDesk desk;
    desk.change(4.25);
    desk.session.outbox.edit(SetCovers{{parse_region("X[0,0]").value()}, "Cover"});
    desk.carry_out();
    desk.press(Key::F5);
    const Frame frame = desk.session.frame();
    const auto room =
        figure::page_figure(frame.shown().document, frame.shown().trace, frame.view,
                            presented_page(frame), {{1600, 900}, figure::approximate_width});
    const auto numbers_of = [](const figure::Figure& drawn) {
        std::string all;
        for (const figure::Shape& shape : drawn.shapes)
            if (const auto* one = std::get_if<figure::Text>(&shape))
                all += one->text + " ";
        return all;
    };
    EXPECT_EQ(numbers_of(room).find("4.25"), std::string::npos);
    EXPECT_NE(numbers_of(room).find('?'), std::string::npos);
    const std::string said = texts(desk, 0);
    EXPECT_NE(said.find("4.25"), std::string::npos) << said;
}

TEST(Speaking, IsRepaintedEveryMinute) {
    for (const std::time_t now : {0, 59, 60, 3599}) {
        const double wait = seconds_to_next_minute(now);
        EXPECT_GT(wait, 0);
        EXPECT_LE(wait, 60);
        EXPECT_EQ((now + static_cast<std::time_t>(wait)) % 60, 0);
    }
}

} // namespace attn::speaking_test
