// SPDX-License-Identifier: MIT
// A journal on a full disk or in an unwritable folder: what it keeps and what it reports as
// missing.
#include "core/io/journal/journal.h"
#include "core/io/journal/journal_writer.h"
#include "tests/support/small_files.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

namespace attn::journal_trouble_test {

using namespace io;
using attn::test::SmallFiles;
using attn::test::TempDir;

namespace fs = std::filesystem;

namespace {

constexpr Place x00{};

Opened beginning() {
    return {Origin{"", "", std::nullopt, new_document()}, ""};
}

/// Waits until the journal has all changes.
bool catches_up(JournalWriter& writer) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < end)
        if (writer.flush())
            return true;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return false;
}

/// What the next start finds after a kill now: the files without their locks.
std::vector<Lost> after_a_kill(const TempDir& folder) {
    const TempDir copy;
    fs::copy(folder.path(), copy.path(), fs::copy_options::recursive);
    return lost_work(copy.path());
}

/// As above, after waiting until the journal reports this many missing changes, which takes a
/// moment.
std::vector<Lost> after_a_kill(const TempDir& folder, std::size_t lacking) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
        auto lost = after_a_kill(folder);
        const bool is_so =
            lost.size() == 1 && (lost[0].unkept ? lost[0].unkept->changes : 0) == lacking;
        if (is_so || std::chrono::steady_clock::now() > end)
            return lost;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

/// Drags the number eight times.
void drag_eight_times(JournalWriter& writer) {
    for (Gesture gesture = 11; gesture <= 18; ++gesture)
        for (int step = 1; step <= 50; ++step)
            writer.add(Edited{SetCell{x00, static_cast<Real>(gesture) + step}, gesture});
}
constexpr Real last_value = 68;

Real value_of(const Lost& lost) {
    return (*lost.workspace->document().embeddings)(0, 0);
}

} // namespace

TEST(JournalTrouble, AfterAFullDiskMissingChangesAreWritten) {
    const TempDir folder;
    const auto writer = JournalWriter::begin(folder.path());
    writer->add(beginning());
    writer->add(Edited{SetCell{x00, 7}, 1});
    ASSERT_TRUE(writer->flush());
    {
        const SmallFiles full(fs::file_size(writer->file()));
        drag_eight_times(*writer);
        EXPECT_FALSE(writer->flush());
        const auto complaint = writer->complaint();
        ASSERT_TRUE(complaint);
        EXPECT_EQ(complaint->where, writer->file());
        EXPECT_NE(complaint->message.find("unsaved changes cannot be backed up"),
                  std::string::npos);
        writer->add(Edited{RenameToken{0, "later"}, 0});
        EXPECT_FALSE(writer->flush());
        EXPECT_TRUE(writer->complaint()) << "for as long as it lasts";
    }
    ASSERT_TRUE(catches_up(*writer));
    EXPECT_FALSE(writer->complaint());
    const auto lost = after_a_kill(folder);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(value_of(lost[0]), last_value);
    EXPECT_EQ(lost[0].workspace->document().tokens.list()[0], "later");
    EXPECT_EQ(lost[0].edits, 10U) << "every drag with its step";
    EXPECT_FALSE(lost[0].unkept);
}

TEST(JournalTrouble, AKilledWindowsJournalSaysHowManyChangesItLacks) {
    const TempDir folder;
    const auto writer = JournalWriter::begin(folder.path());
    writer->add(beginning());
    writer->add(Edited{SetCell{x00, 7}, 1});
    ASSERT_TRUE(writer->flush());
    const SmallFiles full(fs::file_size(writer->file()));
    drag_eight_times(*writer);
    EXPECT_FALSE(writer->flush());
    auto lost = after_a_kill(folder, 8);
    ASSERT_EQ(lost.size(), 1U);
    ASSERT_TRUE(lost[0].workspace);
    EXPECT_EQ(value_of(lost[0]), 7) << "what was kept is there";
    ASSERT_TRUE(lost[0].unkept);
    EXPECT_EQ(lost[0].unkept->changes, 8U);
    EXPECT_EQ(unkept_sentence(*lost[0].unkept), "The last 8 changes are lost because the file "
                                                "would have been larger than was allowed.");
    // It keeps counting, long before the next attempt.
    writer->add(Edited{RenameToken{0, "later"}, 0});
    lost = after_a_kill(folder, 9);
    ASSERT_TRUE(lost[0].unkept);
    EXPECT_EQ(lost[0].unkept->changes, 9U);
    // Saved work needs no journal: its file has it.
    writer->add(SavedTo{"/tmp/a.attn", FileMark{}});
    EXPECT_FALSE(after_a_kill(folder, 0)[0].unkept);
}

TEST(JournalTrouble, LostChangesAreReportedEvenIfNoneWereKept) {
    const TempDir folder;
    const auto writer = JournalWriter::begin(folder.path());
    writer->add(beginning());
    ASSERT_TRUE(writer->flush());
    const SmallFiles full(fs::file_size(writer->file()));
    writer->add(Edited{SetCell{x00, 7}, 1});
    EXPECT_FALSE(writer->flush());
    const auto lost = after_a_kill(folder, 1);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_FALSE(lost[0].workspace);
    EXPECT_EQ(lost[0].fault.message, "The last change is lost because the file would have been "
                                     "larger than was allowed.");
    EXPECT_GT(lost[0].time, 0);
}

TEST(JournalTrouble, AStartOnAFullDiskIsReportedAndCatchesUp) {
    const TempDir folder;
    std::unique_ptr<JournalWriter> writer;
    {
        const SmallFiles full(0);
        writer = JournalWriter::begin(folder.path());
        EXPECT_TRUE(writer->complaint());
        writer->add(beginning());
        drag_eight_times(*writer);
        EXPECT_FALSE(writer->flush());
        const auto lost = after_a_kill(folder);
        ASSERT_EQ(lost.size(), 1U);
        EXPECT_FALSE(lost[0].workspace);
        EXPECT_NE(lost[0].fault.message.find("all changes of this window are lost"),
                  std::string::npos);
        EXPECT_GT(lost[0].time, 0);
    }
    ASSERT_TRUE(catches_up(*writer));
    const auto lost = after_a_kill(folder);
    ASSERT_EQ(lost.size(), 1U);
    ASSERT_TRUE(lost[0].workspace);
    EXPECT_EQ(value_of(lost[0]), last_value);
}

TEST(JournalTrouble, AFolderThatCanBeMadeLaterGetsEverything) {
    const TempDir folder;
    folder.file("state", "a file where the folder should be");
    const auto writer = JournalWriter::begin(folder / "state/recovery");
    ASSERT_TRUE(writer->complaint());
    EXPECT_EQ(writer->file(), "");
    writer->add(beginning());
    drag_eight_times(*writer);
    EXPECT_FALSE(writer->flush());
    fs::remove(folder / "state");
    ASSERT_TRUE(catches_up(*writer));
    const auto lost = lost_work(folder / "state/recovery");
    EXPECT_TRUE(lost.empty()) << "it is that of a living window";
    writer->remove();
    EXPECT_TRUE(fs::is_empty(folder / "state/recovery"));
}

TEST(JournalTrouble, IsReportedAtItsStartAndEnd) {
    const TempDir folder;
    const auto writer = JournalWriter::begin(folder.path());
    writer->add(beginning());
    ASSERT_TRUE(writer->flush());
    std::atomic<int> told{0};
    writer->wake_by([&told] { ++told; });
    {
        const SmallFiles full(fs::file_size(writer->file()));
        drag_eight_times(*writer);
        EXPECT_FALSE(writer->flush());
        EXPECT_EQ(told, 1);
        writer->add(Edited{RenameToken{0, "later"}, 0});
        EXPECT_FALSE(writer->flush());
        EXPECT_EQ(told, 1) << "once";
    }
    ASSERT_TRUE(catches_up(*writer));
    EXPECT_EQ(told, 2);
}

TEST(JournalTrouble, AFailedRestartLosesNothing) {
    const TempDir folder;
    const auto writer = JournalWriter::begin(folder.path());
    writer->add(beginning());
    writer->add(Edited{SetCell{x00, 7}, 1});
    ASSERT_TRUE(writer->flush());
    {
        const SmallFiles full(fs::file_size(writer->file()));
        drag_eight_times(*writer);
        EXPECT_FALSE(writer->flush());
        Document now = new_document();
        now.title = "now";
        now.embeddings = Matrix::Constant(2, 300, 0.1);
        now.heads = {{Matrix::Constant(300, 4, 0.1), Matrix::Constant(300, 4, 0.2),
                      Matrix::Constant(300, 4, 0.3)}};
        writer->restart({beginning(), Brought{now, "Earlier changes", 0}});
        writer->add(Edited{SetCell{x00, 9}, 0});
        const auto lost = after_a_kill(folder, 9);
        ASSERT_EQ(lost.size(), 1U);
        EXPECT_EQ(value_of(lost[0]), 7);
        ASSERT_TRUE(lost[0].unkept);
        EXPECT_EQ(lost[0].unkept->changes, 9U);
    }
    ASSERT_TRUE(catches_up(*writer));
    const auto lost = after_a_kill(folder);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].workspace->document().title, "now");
    EXPECT_EQ(value_of(lost[0]), 9);
    EXPECT_FALSE(lost[0].unkept);
}

TEST(JournalTrouble, ARestartDuringAFailedWriteWins) {
    const TempDir folder;
    const auto writer = JournalWriter::begin(folder.path());
    writer->add(beginning());
    ASSERT_TRUE(writer->flush());
    {
        const SmallFiles full(fs::file_size(writer->file()));
        // So large that it is still being written when the restart is requested.
        Document old = new_document();
        old.title = "old";
        old.embeddings = Matrix::Constant(2, 120, 0.1);
        old.heads = {{Matrix::Constant(120, 120, 0.1), Matrix::Constant(120, 120, 0.2),
                      Matrix::Constant(120, 120, 0.3)}};
        writer->add(Brought{old, "Old", 0});
        std::thread hurry([&] { (void)writer->flush(); });
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        Document now = new_document();
        now.title = "now";
        writer->restart({beginning(), Brought{now, "Earlier changes", 0}});
        hurry.join();
        EXPECT_TRUE(writer->complaint());
    }
    ASSERT_TRUE(catches_up(*writer));
    const auto lost = after_a_kill(folder);
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].workspace->document().title, "now");
}

TEST(JournalTrouble, F35AFullDiskOfItsOwn) {
    const TempDir folder;
    const std::string disk = folder / "disk";
    fs::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=32k") != 0)
        GTEST_SKIP() << "only the superuser makes a small disk";
    {
        const auto writer = JournalWriter::begin(disk + "/recovery");
        writer->add(beginning());
        writer->add(Edited{SetCell{x00, 7}, 1});
        EXPECT_TRUE(writer->flush());
        {
            std::ofstream filling(disk + "/filling");
            filling << std::string(100'000, 'x');
        }
        // The last page of the journal has space for some changes.
        for (int change = 0; change < 200; ++change)
            writer->add(Edited{SetCell{x00, change + 0.5}, 0});
        EXPECT_FALSE(writer->flush());
        const TempDir copy;
        fs::copy(disk + "/recovery", copy.path(), fs::copy_options::recursive);
        const auto lost = lost_work(copy.path());
        EXPECT_TRUE(lost.size() == 1 && lost[0].unkept && lost[0].unkept->changes == 200 &&
                    unkept_sentence(*lost[0].unkept) ==
                        "The last 200 changes are lost because the disk was full.");
        fs::remove(disk + "/filling");
        EXPECT_TRUE(catches_up(*writer));
        writer->remove();
    }
    ::umount(disk.c_str());
}

TEST(JournalTrouble, LaterEntriesCancelTheMark) {
    Workspace workspace(beginning().origin);
    const std::string lines = journal_line(beginning(), 1),
                      more = journal_line(Edited{SetCell{x00, 7}, 0}, 2);
    const Unkept unkept{3, ENOSPC, journal_head_bytes + lines.size()};
    const std::string head = journal_head({1, "boot"}, unkept);
    ASSERT_EQ(head.size(), journal_head_bytes);
    ASSERT_EQ(journal_head({1, "boot"}).size(), journal_head_bytes);
    const auto marked = read_journal(head + lines);
    ASSERT_TRUE(marked && marked->unkept);
    EXPECT_EQ(marked->unkept->changes, 3U);
    EXPECT_EQ(marked->unkept->code, ENOSPC);
    const auto torn = read_journal(head + lines + more.substr(0, more.size() / 2));
    EXPECT_TRUE(torn && torn->unkept);
    const auto later = read_journal(head + lines + more);
    EXPECT_TRUE(later && !later->unkept);
}

} // namespace attn::journal_trouble_test
