// SPDX-License-Identifier: MIT
// Unsaved work after its window has ended, and the steps of the history.
#include "app/authoring/authoring.h"
#include "core/io/document/lesson.h"
#include "tests/support/file_desk.h"
#include "tests/support/small_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace attn::recovery_test {

using namespace app;
using namespace test;
using Desk = FileDesk;

TEST(Recovery, NamesTheDocumentAndNotTheLessonOverIt) {
    const TempDir home;
    {
        Desk desk(home, document_file(home, "a.attn"));
        desk.change(0.5);
        const auto lesson = io::open_lesson("three-inputs");
        ASSERT_TRUE(lesson) << lesson.error().text();
        desk.post(OpenLesson{std::make_shared<const OpenedLesson>(*lesson)});
        desk.post(ShowLessonStep{1});
        desk.die();
    }
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    EXPECT_EQ(next.ui().recovery.offer->works[0].name, "a.attn");
    EXPECT_NE(next.ui().recovery.offer->works[0].place, "");
}

TEST(Recovery, AKilledWindowsWorkIsOfferedWithTimeAndEdits) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    {
        Desk desk(home, path);
        desk.change(7);
        desk.change(8);
        desk.die();
    }
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    ASSERT_EQ(next.ui().recovery.offer->works.size(), 1U);
    const OfferedWork& work = next.ui().recovery.offer->works[0];
    EXPECT_EQ(work.name, "a.attn");
    EXPECT_EQ(work.edits, 2U);
    EXPECT_EQ(work.when.substr(0, 9), "today at ");
    EXPECT_EQ(next.value(), 1) << "nothing is restored silently";
    next.press(Key::Enter);
    EXPECT_EQ(next.value(), 8);
    EXPECT_FALSE(next.ui().recovery.offer);
    EXPECT_TRUE(next.ui().files.is_unsaved);
    EXPECT_EQ(next.ui().files.path, path);
    EXPECT_EQ(title_in(path), "a.attn") << "the file is as it was";
    next.control('z');
    EXPECT_EQ(next.value(), 7) << "with its history";
    next.control('y');
    next.change(9);
    next.die(); // Dies again; the work now includes more.
    Desk again(home);
    ASSERT_TRUE(again.ui().recovery.offer);
    EXPECT_EQ(again.ui().recovery.offer->works.size(), 1U);
    again.press(Key::Enter);
    EXPECT_EQ(again.value(), 9);
    again.control('s');
    EXPECT_EQ(*io::open_file(path), again.document());
    again.die();
    EXPECT_FALSE(Desk(home).ui().recovery.offer) << "what is saved is not offered";
}

namespace {

/// Writes two steps of a lesson about the document.
void write_two_steps(Desk& desk) {
    desk.post(WriteLesson{});
    desk.type("The beginning");
    desk.press(Key::Tab);
    desk.type("It begins with {token[0]}.");
    add_lesson_step(desk.session->frame());
    desk.carry_out();
    desk.type("The end");
}

} // namespace

TEST(Recovery, AKilledWindowsLessonComesBackToItsLastEdit) {
    const TempDir home;
    std::string written;
    {
        Desk desk(home);
        write_two_steps(desk);
        written = io::write_lesson(desk.ui().teaching.writing->lesson);
        desk.die();
    }
    {
        Desk next(home);
        ASSERT_TRUE(next.ui().recovery.offer);
        ASSERT_EQ(next.ui().recovery.offer->works.size(), 1U);
        EXPECT_EQ(next.ui().recovery.offer->works[0].name, "Lesson “Untitled”");
        EXPECT_EQ(next.ui().recovery.offer->works[0].place, "");
        EXPECT_FALSE(next.ui().teaching.writing) << "nothing is restored silently";
        next.press(Key::Enter);
        ASSERT_TRUE(next.ui().teaching.writing);
        EXPECT_EQ(io::write_lesson(next.ui().teaching.writing->lesson), written);
        EXPECT_EQ(next.ui().teaching.lesson->step, 1U);
        EXPECT_TRUE(next.ui().teaching.writing->is_unsaved);
        remove_lesson_step(next.session->frame());
        next.carry_out();
        next.die(); // Dies again, with one step less.
    }
    {
        Desk again(home);
        again.press(Key::Enter);
        ASSERT_TRUE(again.ui().teaching.writing);
        EXPECT_EQ(again.ui().teaching.writing->lesson.steps.size(), 1U);
        again.post(SaveAs{home / "ours.lesson", {}, true});
        EXPECT_FALSE(again.ui().teaching.writing->is_unsaved);
        again.type(" of it");
        EXPECT_TRUE(again.ui().teaching.writing->is_unsaved);
        again.die();
    }
    Desk last(home);
    ASSERT_TRUE(last.ui().recovery.offer) << "it changed after it was saved";
    EXPECT_EQ(last.ui().recovery.offer->works[0].place, home / "");
    last.press(Key::Enter);
    ASSERT_TRUE(last.ui().teaching.writing);
    EXPECT_EQ(last.ui().teaching.writing->path, home / "ours.lesson");
    last.control('s');
    EXPECT_EQ(last.asked(), "") << "the file is as this lesson left it";
    EXPECT_FALSE(last.ui().teaching.writing->is_unsaved);
    last.die();
    EXPECT_FALSE(Desk(home).ui().recovery.offer) << "what is saved is not offered";
}

TEST(Recovery, WhatWasTriedOverALessonIsTriedAgain) {
    const TempDir home;
    {
        Desk desk(home);
        write_two_steps(desk);
        desk.change(7); // on the canvas, not in a step yet
        desk.die();
    }
    Desk next(home);
    next.press(Key::Enter);
    ASSERT_TRUE(next.ui().teaching.writing);
    EXPECT_EQ(next.value(), 7);
    EXPECT_TRUE(is_lesson_step_changed(next.session->frame()));
    EXPECT_EQ(next.ui().teaching.writing->lesson.steps.size(), 2U);
}

TEST(Recovery, ALessonAndTheDocumentBelowItAreOfferedTogether) {
    const TempDir home;
    {
        Desk desk(home, document_file(home, "a.attn"));
        desk.change(7);
        write_two_steps(desk);
        desk.die();
    }
    {
        Desk next(home);
        ASSERT_TRUE(next.ui().recovery.offer);
        EXPECT_EQ(next.ui().recovery.offer->works[0].name, "Lesson “a.attn”, and a.attn");
        next.press(Key::Enter);
        ASSERT_TRUE(next.ui().teaching.writing);
        next.post(LeaveWriting{}); // gives the lesson up
        next.die();
    }
    Desk again(home);
    ASSERT_TRUE(again.ui().recovery.offer);
    EXPECT_EQ(again.ui().recovery.offer->works[0].name, "a.attn");
    again.press(Key::Enter);
    EXPECT_EQ(again.value(), 7);
    EXPECT_FALSE(again.ui().teaching.writing);
}

TEST(Recovery, RestoringAsksForTheLessonThatIsBeingWritten) {
    const TempDir home;
    {
        Desk desk(home);
        desk.change(7);
        desk.die();
    }
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    const std::string journal = next.ui().recovery.offer->works[0].journal;
    next.ui().recovery.offer.reset();
    write_two_steps(next);
    next.post(Restore{journal});
    EXPECT_EQ(next.asked(), "Save the lesson “Untitled”?");
    next.answer("dont_save");
    EXPECT_FALSE(next.ui().teaching.writing);
    EXPECT_EQ(next.value(), 7);
}

TEST(Recovery, RestoringOverAChangedFileAsksBeforeSaving) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    {
        Desk desk(home, path);
        desk.change(7);
        desk.die();
    }
    ASSERT_TRUE(io::write_file(path, io::write_document(titled("newer"))));
    Desk next(home);
    next.press(Key::Enter);
    next.control('s');
    EXPECT_EQ(next.asked(), "Overwrite what another program wrote?");
    EXPECT_EQ(title_in(path), "newer");
}

TEST(Recovery, LaterKeepsTheWorkAndDiscardAsksTwice) {
    const TempDir home;
    {
        Desk desk(home);
        desk.change(7);
        desk.die();
    }
    {
        Desk later(home);
        later.press(Key::Escape);
        EXPECT_FALSE(later.ui().recovery.offer);
        later.session->work.keeping().end();
    }
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    next.press(Key::Delete);
    ASSERT_TRUE(next.ui().recovery.offer);
    EXPECT_TRUE(next.ui().recovery.offer->is_discarding);
    next.press(Key::Delete);
    EXPECT_FALSE(next.ui().recovery.offer);
    EXPECT_FALSE(Desk(home).ui().recovery.offer);
}

TEST(Recovery, ARunningWindowsWorkIsNotOffered) {
    const TempDir home;
    Desk desk(home);
    desk.change(7);
    desk.session->work.keeping().flush();
    EXPECT_FALSE(Desk(home).ui().recovery.offer);
}

TEST(Recovery, F58AReadOnlyFolderIsMarkedUntilItIsWritable) {
    const TempDir home;
    home.file("state", "a file where the folder should be");
    Desk desk(home);
    const std::string why = desk.ui().recovery.not_kept;
    EXPECT_NE(why.find("this is a file, but a folder is expected here"), std::string::npos) << why;
    ASSERT_TRUE(desk.ui().message) << "before anything is changed";
    EXPECT_TRUE(desk.ui().message->is_fault);
    desk.ui().message.reset();
    desk.change(7);
    EXPECT_EQ(desk.value(), 7);
    EXPECT_NE(desk.ui().recovery.not_kept, "");
    desk.post(SaveAs{home / "b.attn", {}});
    EXPECT_EQ(*io::open_file(home / "b.attn"), desk.document());
    ASSERT_TRUE(desk.ui().message);
    EXPECT_EQ(desk.ui().message->text.substr(0, 5), "Saved") << "the message goes on";
    EXPECT_NE(desk.ui().recovery.not_kept, "") << "and the mark stays";
    desk.change(8);
    // Once the folder is repaired, all work is kept and nothing is marked.
    std::filesystem::remove(home / "state");
    desk.session->work.keeping().flush();
    desk.carry_out();
    EXPECT_EQ(desk.ui().recovery.not_kept, "");
    desk.die();
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    next.press(Key::Enter);
    EXPECT_EQ(next.value(), 8);
    next.control('z');
    EXPECT_EQ(next.value(), 7) << "with its history";
}

TEST(Recovery, F58WithoutAHomeFolderTheMarkStays) {
    Session session(new_document());
    begin_keeping(session, "");
    session.outbox.post(Edit{SetCell{x00, 7}, 0});
    session.carry_out(io::open_document);
    EXPECT_NE(session.ui.recovery.not_kept.find("Set HOME or XDG_STATE_HOME"), std::string::npos);
}

TEST(Recovery, WithoutAnEditNoJournalIsWritten) {
    const TempDir home;
    Desk desk(home);
    EXPECT_EQ(desk.ui().recovery.not_kept, "");
    EXPECT_FALSE(std::filesystem::exists(home / "state"));
}

TEST(Recovery, F35AFullDiskIsMarkedAndRestoringSaysWhatIsMissing) {
    const TempDir home, next_home;
    Desk desk(home);
    desk.change(7);
    desk.session->work.keeping().flush();
    {
        const std::filesystem::directory_iterator journal(home / "state/recovery");
        const SmallFiles full(journal->file_size());
        for (int change = 1; change <= 8; ++change)
            desk.change(change * 100);
        desk.session->work.keeping().flush();
        desk.carry_out();
        EXPECT_NE(desk.ui().recovery.not_kept, "");
        desk.ui().message = Message{"something else", false};
        desk.carry_out();
        EXPECT_EQ(desk.ui().message->text, "something else") << "it is told once";
        EXPECT_NE(desk.ui().recovery.not_kept, "") << "and marked for as long as it lasts";
        // The files that a kill would leave.
        std::filesystem::copy(home / "state", next_home / "state",
                              std::filesystem::copy_options::recursive);
    }
    Desk next(next_home);
    ASSERT_TRUE(next.ui().recovery.offer);
    EXPECT_EQ(next.ui().recovery.offer->works[0].edits, 1U);
    EXPECT_EQ(next.ui().recovery.offer->works[0].unkept.substr(0, 35),
              "The last 8 changes are lost because");
    next.press(Key::Enter);
    EXPECT_EQ(next.value(), 7);
    ASSERT_TRUE(next.ui().message);
    EXPECT_TRUE(next.ui().message->is_fault);
    EXPECT_NE(next.ui().message->text.find("The last 8 changes are lost"), std::string::npos)
        << next.ui().message->text;
    next.die();
    Desk again(next_home);
    ASSERT_TRUE(again.ui().recovery.offer);
    EXPECT_EQ(again.ui().recovery.offer->works[0].unkept, "") << "it was told";
    // There is space again, and nothing is lost.
    desk.session->work.keeping().flush();
    desk.carry_out();
    EXPECT_EQ(desk.ui().recovery.not_kept, "");
    desk.die();
    Desk last(home);
    ASSERT_TRUE(last.ui().recovery.offer);
    EXPECT_EQ(last.ui().recovery.offer->works[0].unkept, "");
    last.press(Key::Enter);
    EXPECT_EQ(last.value(), 800);
    EXPECT_EQ(last.session->history().size(), 10U);
}

TEST(History, IsSteppedThroughAndReplayed) {
    const TempDir home;
    Desk desk(home);
    for (int step = 1; step <= 1200; ++step)
        desk.change(step * 2);
    EXPECT_EQ(desk.session->history().size(), 1201U) << "at least a thousand steps";
    desk.post(GoToStep{3});
    EXPECT_EQ(desk.value(), 6);
    desk.post(GoToStep{1200});
    EXPECT_EQ(desk.value(), 2400);
    desk.post(GoToStep{1195});
    desk.ui().history.replay = Replay{};
    for (double time = 0; time < 20; time += 0.1) {
        (void)desk.session->tick(time);
        desk.carry_out();
    }
    EXPECT_FALSE(desk.ui().history.replay);
    EXPECT_EQ(desk.value(), 2400);
}

} // namespace attn::recovery_test
