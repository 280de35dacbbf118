// SPDX-License-Identifier: MIT
#include "app/actions/palette_rows.h"
#include "app/editing/editing.h"
#include "app/explaining/sensing.h"
#include "app/input/keys.h"
#include "app/presenting/presenting.h"
#include "app/session/session.h"
#include "core/document/model/sheet.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "tests/support/presenting_desk.h"

#include <gtest/gtest.h>

namespace attn::presenting_test {

using namespace app;
using Blank = Presenting::Blank;
using attn::test::PresentingDesk;
using attn::test::x00;

TEST(Presenting, WhatMovesANumberIsPresentedBackwards) {
    PresentingDesk desk;
    const Frame frame = desk.session.frame();
    begin_sensing(frame, {{Stage::Weights}, 0, 1});
    follow_sensing(frame, {});
    desk.press(Key::F5);
    ASSERT_TRUE(desk.is_presenting());
    EXPECT_EQ(desk.step(), 1);
    const auto title = [&] { return to_text(presented_page(desk.session.frame()).title); };
    EXPECT_NE(title().find("What moves the weight of"), std::string::npos) << title();
    desk.press(Key::PageDown);
    EXPECT_EQ(presented_page(desk.session.frame()).formula,
              "∂scaled = weights ⊙ (∂weights − Σ_{row} (∂weights ⊙ weights))");
    desk.press(Key::End);
    EXPECT_NE(title().find("How X moves the weight"), std::string::npos) << title();
    EXPECT_EQ(presented_page(desk.session.frame()).picture.columns.size(), 3U)
        << "gradients, stages, and what is made of them";
    desk.type("3");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 3);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.is_presenting());
    EXPECT_TRUE(is_sensing(desk.session.frame())) << "the canvas is as it was";
    leave_sensing(desk.session.frame());
    desk.press(Key::F5, true);
    EXPECT_EQ(desk.step(), 1) << "the calculation goes on where it was";
}

TEST(Presenting, EscAsksWhetherToLeaveALesson) {
    PresentingDesk desk;
    desk.session.outbox.post(
        OpenLesson{std::make_shared<const OpenedLesson>(*io::open_lesson("three-inputs"))});
    desk.carry_out();
    UiState& ui = desk.session.ui;
    ASSERT_TRUE(ui.teaching.lesson);
    desk.session.view.selected = x00;
    desk.press(Key::Escape);
    EXPECT_FALSE(ui.question) << "first the selection goes";
    desk.press(Key::Escape);
    ASSERT_TRUE(ui.question);
    EXPECT_EQ(ui.question->title, "Leave “Notebook: three inputs, step by step”?");
    desk.press(Key::Escape);
    EXPECT_FALSE(ui.question);
    EXPECT_TRUE(ui.teaching.lesson) << "Esc stays";
    desk.press(Key::Escape);
    desk.press(Key::Enter);
    EXPECT_FALSE(ui.teaching.lesson);
}

TEST(Presenting, EveryStepOfABlockIsReachedByAClickerInOrder) {
    PresentingDesk desk;
    const Document block = *io::open_document("causal-decoder-block");
    desk.session.outbox.edit(Replace{block, "Open a block"});
    desk.carry_out();
    desk.press(Key::F5);
    std::vector<Step> seen;
    for (int last = 0; desk.step() != last; desk.press(Key::PageDown)) {
        last = desk.step();
        seen.push_back(step_of(block, last));
        const auto page = presented_page(desk.session.frame());
        EXPECT_TRUE(to_text(page.title).starts_with(std::to_string(last) + " · "));
        EXPECT_FALSE(page.formula.empty()) << to_text(page.title);
    }
    EXPECT_EQ(seen, steps(block));
    desk.press(Key::PageUp);
    EXPECT_EQ(step_of(block, desk.step()), seen[seen.size() - 2]);
}

TEST(Presenting, AClickerContinuesFromLayerToLayer) {
    PresentingDesk desk;
    Document block = *io::open_document("causal-decoder-block");
    AttentionOptions options = block.options;
    options.block->layers = 3;
    block = *attn::apply(block, SetOptions{options, "Layers"});
    desk.session.outbox.edit(Replace{block, "Open a block"});
    desk.carry_out();
    desk.press(Key::F5);
    desk.press(Key::End);
    EXPECT_EQ(desk.step(), number(block, steps(block).back()));
    EXPECT_EQ(desk.session.view.layer, 2) << "the canvas shows what is told";
    EXPECT_NE(presented_page(desk.session.frame()).note.find("layer 2 (3rd of 3)"),
              std::string::npos);
    desk.press(Key::Home);
    EXPECT_EQ(desk.session.view.layer, 0);
    desk.press(Key::Escape);
    desk.session.view.layer = 1;
    desk.press(Key::F5);
    EXPECT_EQ(step_of(block, desk.step()).part, 1) << "it begins with the layer that is open";
}

TEST(Presenting, AClickerStepsForwardAndBack) {
    PresentingDesk desk;
    desk.press(Key::F5);
    ASSERT_TRUE(desk.is_presenting());
    EXPECT_TRUE(desk.session.ui.window.full_screen);
    EXPECT_EQ(desk.step(), 1);
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 2);
    desk.press(Key::Right);
    desk.type(" ");
    desk.press(Key::Down);
    EXPECT_EQ(desk.step(), 6) << "there is no mask, so step 5 is left out";
    for (const Key back : {Key::PageUp, Key::Left, Key::Up, Key::Backspace})
        desk.press(back);
    EXPECT_EQ(desk.step(), 1);
    desk.press(Key::PageUp);
    EXPECT_EQ(desk.step(), 1);
    desk.press(Key::End);
    EXPECT_EQ(desk.step(), 14);
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 14);
    desk.press(Key::Home);
    EXPECT_EQ(desk.step(), 1);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.is_presenting());
    EXPECT_FALSE(desk.session.ui.window.full_screen);
}

TEST(Presenting, AHeldKeyDoesNotRunThroughTheLecture) {
    PresentingDesk desk;
    desk.press(Key::F5);
    KeyPress held{Key::PageDown};
    desk.press(held);
    held.is_repeat = true;
    for (int i = 0; i < 5; ++i)
        desk.press(held);
    EXPECT_EQ(desk.step(), 2);
}

TEST(Presenting, ANumberAndEnterJumps) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.type("13");
    EXPECT_EQ(desk.step(), 1);
    EXPECT_NE(desk.hint().find("13"), std::string::npos) << desk.hint();
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 13);
    desk.type("5");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 6) << "step 5 is left out; the next there is";
    desk.type("99");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 14);
    desk.type("12");
    desk.press(Key::Backspace);
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 1) << "a wrong digit is taken back";
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 1) << "Enter without a number does nothing";
}

TEST(Presenting, ShiftF5ResumesAtTheLastStep) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.type("10");
    desk.press(Key::Enter);
    desk.press(Key::Escape);
    desk.press(Key::F5, true);
    EXPECT_EQ(desk.step(), 10);
    desk.press(Key::F5);
    EXPECT_FALSE(desk.is_presenting()) << "the clicker's button starts and stops";
    desk.press(Key::F5);
    EXPECT_EQ(desk.step(), 1);
}

TEST(Presenting, AnyKeyEndsTheBlankScreenWithoutStepping) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.press(Key::PageDown);
    for (const std::string blanking : {"b", ".", "w"}) {
        desk.type(blanking);
        EXPECT_EQ(desk.blank(), blanking == "w" ? Blank::White : Blank::Black);
        desk.press(Key::PageDown);
        EXPECT_EQ(desk.blank(), Blank::None);
        EXPECT_EQ(desk.step(), 2) << blanking;
    }
    desk.type("b");
    desk.type("b");
    EXPECT_EQ(desk.blank(), Blank::None);
    desk.type("b");
    desk.press(Key::Escape);
    EXPECT_TRUE(desk.is_presenting()) << "Esc first shows the step again";
}

TEST(Presenting, StepsWhileANumberIsTypedOver) {
    PresentingDesk desk;
    desk.press(Key::F5);
    const auto edit = [&](const std::string& text) {
        desk.begin_number();
        desk.type(text);
    };
    edit("0.25");
    EXPECT_EQ(desk.step(), 1) << "digits and the point belong to the number";
    EXPECT_EQ(desk.blank(), Blank::None);
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 2);
    EXPECT_EQ(desk.cell(x00), 0.25) << "what was typed is entered";
    edit("1+");
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 3);
    EXPECT_EQ(desk.cell(x00), 0.25) << "what cannot be entered is dropped";
    EXPECT_FALSE(desk.session.ui.editing);
    edit("3");
    desk.type("b");
    EXPECT_EQ(desk.blank(), Blank::Black);
    EXPECT_EQ(desk.cell(x00), 3);
    desk.press(Key::Down);
    edit("4");
    desk.press(Key::Escape);
    EXPECT_TRUE(desk.is_presenting()) << "the first Esc leaves the number";
    EXPECT_EQ(desk.cell(x00), 3);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.is_presenting());
    EXPECT_EQ(desk.session.document(), new_document());
}

TEST(Presenting, AnOpenEditIsEnteredFirst) {
    PresentingDesk desk;
    desk.session.view.selected = x00;
    desk.type("7");
    desk.press(Key::F5);
    EXPECT_EQ(desk.cell(x00), 7);
    desk.press(Key::Escape);
    EXPECT_EQ(desk.cell(x00), 7) << "it was entered before, so it stays";
}

TEST(Presenting, ChangesAreResetByOneKeyAndOnLeaving) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.change(5);
    EXPECT_NE(desk.hint().find("R resets"), std::string::npos) << desk.hint();
    desk.type("r");
    EXPECT_EQ(desk.session.document(), new_document());
    desk.change(6);
    desk.press(Key::Escape);
    EXPECT_EQ(desk.session.document(), new_document());
    EXPECT_FALSE(desk.session.work.is_changed());
    EXPECT_EQ(desk.session.ui.files.opened, "some.attn");
    desk.press(KeyPress{Key::Character, 'z', true});
    EXPECT_EQ(desk.cell(x00), 6) << "undo brings it back";
}

TEST(Presenting, WhatIsRevealedIsNoChange) {
    PresentingDesk desk;
    desk.session.outbox.edit(SetCovers{{parse_region("weights").value()}, "Cover"});
    desk.carry_out();
    const Document before = desk.session.document();
    desk.press(Key::F5);
    desk.session.outbox.edit(SetCovers{{}, "Reveal"});
    desk.carry_out();
    EXPECT_EQ(desk.hint().find("R resets"), std::string::npos) << desk.hint();
    desk.press(Key::Escape);
    EXPECT_EQ(desk.session.document(), before);
    EXPECT_FALSE(desk.session.ui.message);
}

TEST(Presenting, LeavingSaysThatChangesWereTakenBack) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.change(5);
    desk.press(Key::Escape);
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_NE(desk.session.ui.message->text.find("Ctrl+Z brings them back"), std::string::npos);
    for (const bool keeps : {false, true}) {
        desk.session.ui.message.reset();
        desk.press(Key::F5);
        if (keeps) {
            desk.change(7);
            desk.type("k");
        }
        desk.press(Key::Escape);
        EXPECT_FALSE(desk.session.ui.message) << "nothing was taken back";
    }
}

TEST(Presenting, HelpAndPaletteStandOverThePage) {
    PresentingDesk desk;
    const ActionCards& cards = desk.session.ui.cards;
    desk.press(Key::F5);
    desk.press(Key::F1);
    EXPECT_TRUE(cards.help_open);
    desk.type("b");
    desk.press(Key::PageDown);
    EXPECT_EQ(cards.help_search.text, "b") << "the keys belong to the help";
    EXPECT_EQ(desk.blank(), Blank::None);
    EXPECT_EQ(desk.step(), 1);
    desk.press(Key::Escape);
    EXPECT_FALSE(cards.help_open);
    ASSERT_TRUE(desk.is_presenting());
    desk.press(Key::F1);
    desk.press(Key::F1);
    EXPECT_FALSE(cards.help_open);

    desk.press(KeyPress{Key::Character, 'k', true});
    ASSERT_TRUE(cards.palette);
    desk.type("last step");
    desk.press(Key::Enter);
    EXPECT_FALSE(cards.palette);
    EXPECT_EQ(desk.step(), step_numbers(desk.session.frame()).back());
    desk.press(KeyPress{Key::Character, 'k', true});
    desk.type("export");
    EXPECT_TRUE(palette_rows(desk.session.frame(), desk.actions).empty())
        << "there is no room for a panel over the page";
    desk.press(Key::Escape);
    EXPECT_TRUE(desk.is_presenting());
    desk.press(Key::F1, true);
    EXPECT_TRUE(cards.leaflet) << "the guide";
    desk.press(Key::Escape);
    EXPECT_TRUE(desk.is_presenting());
}

TEST(Presenting, DigitsOverASelectedInputAreNoJump) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.session.view.selected = x00;
    desk.type("0.9");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.cell(x00), 0.9);
    EXPECT_EQ(desk.step(), 1);
    // A computed number cannot be typed over, so the digits name a step.
    desk.session.view.selected = Place{{Stage::Q}, 0, 0};
    desk.type("3");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.step(), 3);
}

TEST(Presenting, TheBottomLineShowsProgressInTheWindowsColours) {
    PresentingDesk desk;
    desk.press(Key::F5);
    EXPECT_EQ(desk.hint(), "Page down goes on|F1 keys|Esc leaves|") << "on the first step";
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.hint(), "");
    desk.press(Key::PageUp);
    const auto page = presented_page(desk.session.frame());
    EXPECT_EQ(page.at, 1);
    EXPECT_EQ(page.count, step_numbers(desk.session.frame()).back());
    View view;
    view.theme = ThemeName::Dark;
    EXPECT_EQ(presenting_theme(view), ThemeName::Dark);
    view.theme = ThemeName::Light;
    EXPECT_EQ(presenting_theme(view), ThemeName::Projector);
}

TEST(Presenting, KeptChangesStay) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.change(5);
    desk.type("k");
    desk.press(Key::Escape);
    EXPECT_EQ(desk.cell(x00), 5);
}

TEST(Presenting, TabChoosesTheQueryWord) {
    PresentingDesk desk;
    desk.press(Key::F5);
    desk.press(Key::Tab);
    EXPECT_EQ(desk.session.view.query, 1);
    desk.press(Key::Tab);
    EXPECT_EQ(desk.session.view.query, 0);
    desk.press(Key::Tab, true);
    EXPECT_EQ(desk.session.view.query, 1);
    EXPECT_EQ(to_text(presented_page(desk.session.frame()).title).find("1 · "), 0U);
}

TEST(LessonPlayer, SurvivesTypingAndIsOneUndoStep) {
    PresentingDesk desk;
    desk.change(9);
    const Document before = desk.session.document();
    action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
    desk.carry_out();
    ASSERT_TRUE(desk.session.ui.teaching.lesson);
    const OpenedLesson& lesson = *desk.session.ui.teaching.lesson->opened;
    EXPECT_EQ(desk.session.document(), lesson.documents[0]);
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 2);
    desk.press(Key::PageUp);
    for (std::size_t at = 1; at < lesson.documents.size(); ++at) {
        desk.press(Key::PageDown);
        EXPECT_EQ(desk.session.document(), lesson.documents[at]);
    }
    desk.press(KeyPress{Key::Character, 'z', true});
    EXPECT_EQ(desk.session.document(), before);
}

TEST(LessonPlayer, EndsWhenAnotherDocumentComes) {
    const std::vector<Request> others = {Open{"four-words"}, NewDocument{true},
                                         NewDocument{true, NewFromWords{{"a", "b"}}}, Undo{},
                                         GoToStep{0}};
    for (const Request& other : others) {
        PresentingDesk desk;
        const NumberFormat before = desk.session.view.numbers;
        action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
        desk.carry_out();
        desk.press(Key::PageDown);
        ASSERT_TRUE(desk.session.ui.teaching.lesson);
        desk.change(7); // an edit of the step leaves the lesson open, and so does taking it back
        desk.press({Key::Character, 'z', true});
        ASSERT_TRUE(desk.session.ui.teaching.lesson);
        desk.session.outbox.post(other);
        desk.carry_out();
        const std::string name = std::to_string(other.index());
        EXPECT_FALSE(desk.session.ui.teaching.lesson) << name;
        EXPECT_EQ(desk.session.view.numbers, before) << name << ": as the user has them";
        ASSERT_TRUE(desk.session.ui.message) << name;
        EXPECT_NE(desk.session.ui.message->text.find("has ended"), std::string::npos) << name;
    }
    PresentingDesk desk;
    action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
    desk.carry_out();
    desk.session.outbox.post(Open{"missing.attn"});
    desk.carry_out();
    EXPECT_TRUE(desk.session.ui.teaching.lesson) << "nothing was opened";
}

TEST(LessonPlayer, SaysAtItsEndThatItIsFinishedAndOffersTheNext) {
    PresentingDesk desk;
    desk.actions = all_actions({}, {{"three-inputs", "Three inputs"}, {"four-words", "Four"}});
    const auto finish = [&](std::size_t choice) {
        const std::size_t steps = desk.session.ui.teaching.lesson->opened->lesson.steps.size();
        for (std::size_t at = 1; at < steps; ++at)
            desk.press(Key::PageDown);
        EXPECT_FALSE(desk.session.ui.question);
        desk.press(Key::PageDown);
        ASSERT_TRUE(desk.session.ui.question);
        EXPECT_NE(desk.session.ui.question->title.find("is finished"), std::string::npos);
        for (std::size_t at = 0; at < choice; ++at)
            desk.press(Key::Right);
        desk.press(Key::Enter);
    };
    action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
    desk.carry_out();
    finish(0);
    ASSERT_TRUE(desk.session.ui.teaching.lesson);
    EXPECT_EQ(desk.session.ui.teaching.lesson->opened->lesson.name, "four-words");
    EXPECT_EQ(desk.session.ui.teaching.lesson->step, 0U);
    finish(0); // there is no lesson after it
    EXPECT_FALSE(desk.session.ui.teaching.lesson);
}

TEST(LessonPlayer, KeepsTheUsersNumbers) {
    PresentingDesk desk;
    desk.session.view.numbers = {NumberFormat::Kind::Significant, 5};
    const NumberFormat before = desk.session.view.numbers;
    for (int round = 0; round < 2; ++round) {
        action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
        desk.carry_out();
        EXPECT_NE(desk.session.view.numbers, before) << "the lesson shows whole numbers";
    }
    action(desk.actions, "lesson.close").run(desk.session.frame());
    desk.carry_out();
    EXPECT_FALSE(desk.session.ui.teaching.lesson);
    EXPECT_EQ(desk.session.view.numbers, before);
}

TEST(LessonPlayer, PresentsFromTheOpenStep) {
    PresentingDesk desk;
    action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
    desk.carry_out();
    desk.press(Key::PageDown);
    desk.press(Key::PageDown);
    desk.press(Key::F5);
    EXPECT_TRUE(desk.is_presenting());
    EXPECT_EQ(desk.step(), 3);
    desk.press(Key::PageDown);
    EXPECT_EQ(desk.step(), 3) << "the step asks a question, which is answered first";
    desk.press(Key::Right);
    EXPECT_EQ(desk.step(), 4);
}

TEST(LessonPlayer, MarksThePlacesOfAStepOneByOne) {
    PresentingDesk desk;
    action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
    desk.carry_out();
    desk.press(Key::PageDown);
    const LessonState& lesson = *desk.session.ui.teaching.lesson;
    const std::size_t places = lesson.current().text.pinned.size();
    ASSERT_GT(places, 1U);
    for (std::size_t place = 1; place <= places; ++place) {
        desk.press(Key::PageDown, true);
        EXPECT_EQ(lesson.lit_phrase(), place);
    }
    desk.press(Key::PageDown, true);
    EXPECT_EQ(lesson.lit_phrase(), 0U) << "after the last one nothing is lit";
    desk.press(Key::PageDown, true);
    desk.press(Key::PageDown);
    EXPECT_EQ(lesson.lit_phrase(), 0U) << "the next step begins unlit";
}

TEST(LessonPlayer, PresentsFromStartToEnd) {
    PresentingDesk desk;
    action(desk.actions, "lesson.three-inputs").run(desk.session.frame());
    desk.carry_out();
    const OpenedLesson lesson = *desk.session.ui.teaching.lesson->opened;
    const int last = static_cast<int>(lesson.documents.size());
    desk.press(Key::F5);
    for (int at = 1; at <= last; ++at) {
        EXPECT_EQ(desk.step(), at);
        desk.begin_number();
        desk.type("8");
        desk.press(Key::PageDown);
        for (int more = 0; more < 2 && at < last && desk.step() == at; ++more)
            desk.press(Key::PageDown); // a question is answered first
    }
    EXPECT_EQ(desk.step(), last);
    desk.type("2");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.session.document(), lesson.documents[1]) << "the step finished, as it was";
    desk.change(5);
    EXPECT_NE(to_text(lesson_prose(desk.session.frame())), "");
    desk.type("r");
    EXPECT_EQ(desk.session.document(), lesson.documents[1]);
    desk.change(5);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.is_presenting());
    EXPECT_EQ(desk.session.document(), lesson.documents[1]);
}

} // namespace attn::presenting_test
