// SPDX-License-Identifier: MIT
// Unsaved work after the end of its window, and the steps of the history.
#include "tests/support/file_desk.h"

#include <gtest/gtest.h>

#include <string>

using namespace app;
using namespace attn;
using namespace attn::test;
using Desk = FileDesk;

TEST(Recovery, AKilledWindowsWorkIsOfferedWithTimeAndNumberOfEdits) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    {
        Desk desk(home, path);
        desk.change(7);
        desk.change(8);
        desk.die();
    }
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery);
    ASSERT_EQ(next.ui().recovery->works.size(), 1U);
    const OfferedWork& work = next.ui().recovery->works[0];
    EXPECT_EQ(work.name, "a.attn");
    EXPECT_EQ(work.edits, 2U);
    EXPECT_EQ(work.when.substr(0, 9), "today at ");
    EXPECT_EQ(next.value(), 1) << "nothing is restored silently";
    next.press(Key::Enter);
    EXPECT_EQ(next.value(), 8);
    EXPECT_FALSE(next.ui().recovery);
    EXPECT_TRUE(next.ui().is_unsaved);
    EXPECT_EQ(next.ui().file, path);
    EXPECT_EQ(title_in(path), "a.attn") << "the file is as it was";
    next.control('z');
    EXPECT_EQ(next.value(), 7) << "with its history";
    next.control('y');
    next.change(9);
    next.die(); // Dies again: the same work, and more of it.
    Desk again(home);
    ASSERT_TRUE(again.ui().recovery);
    EXPECT_EQ(again.ui().recovery->works.size(), 1U);
    again.press(Key::Enter);
    EXPECT_EQ(again.value(), 9);
    again.control('s');
    EXPECT_EQ(*io::open_file(path), again.document());
    again.die();
    EXPECT_FALSE(Desk(home).ui().recovery) << "what is saved is not offered";
}

TEST(Recovery, OverAChangedFileIsAskedAboutBeforeSaving) {
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

TEST(Recovery, LaterKeepsItAndDiscardAsksTwice) {
    const TempDir home;
    {
        Desk desk(home);
        desk.change(7);
        desk.die();
    }
    {
        Desk later(home);
        later.press(Key::Escape);
        EXPECT_FALSE(later.ui().recovery);
        later.session->keeping().end();
    }
    Desk next(home);
    ASSERT_TRUE(next.ui().recovery);
    next.press(Key::Delete);
    ASSERT_TRUE(next.ui().recovery);
    EXPECT_TRUE(next.ui().recovery->is_discarding);
    next.press(Key::Delete);
    EXPECT_FALSE(next.ui().recovery);
    EXPECT_FALSE(Desk(home).ui().recovery);
}

TEST(Recovery, ARunningWindowsWorkIsNotOffered) {
    const TempDir home;
    Desk desk(home);
    desk.change(7);
    desk.session->keeping().flush();
    EXPECT_FALSE(Desk(home).ui().recovery);
}

TEST(Recovery, F58WithoutAFolderThatCanBeWrittenTheLabGoesOnAndSaysItOnce) {
    const TempDir home;
    home.file("state", "a file where the folder should be");
    Desk desk(home);
    desk.change(7);
    EXPECT_EQ(desk.value(), 7);
    ASSERT_TRUE(desk.ui().message);
    EXPECT_TRUE(desk.ui().message->is_fault);
    desk.ui().message.reset();
    desk.change(8);
    EXPECT_FALSE(desk.ui().message);
    const std::string path = document_file(home, "a.attn");
    desk.post(SaveAs{home / "b.attn", {}});
    EXPECT_EQ(*io::open_file(home / "b.attn"), desk.document());
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
    desk.ui().replay = Replay{};
    for (double time = 0; time < 20; time += 0.1) {
        (void)desk.session->tick(time);
        desk.carry_out();
    }
    EXPECT_FALSE(desk.ui().replay);
    EXPECT_EQ(desk.value(), 2400);
}
