// SPDX-License-Identifier: MIT
#include "core/io/document/lesson.h"
#include "core/io/journal/journal.h"
#include "core/io/journal/journal_writer.h"
#include "core/io/journal/machine.h"
#include "core/io/journal/save.h"
#include "tests/support/random_document.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace attn;
using namespace attn::io;
using attn::test::TempDir;

namespace fs = std::filesystem;

namespace {

constexpr Place x00{};

Origin origin_of(const Document& document) {
    return {"four-words", "/tmp/a \xff\n%.attn", FileMark{1, 2}, document, true, true};
}

/// A lesson with a document of its own, texts of several lines, and faults that are kept.
std::shared_ptr<const Lesson> faulty_lesson() {
    Lesson lesson;
    lesson.title = "Our \"words\"";
    lesson.own = attn::test::random_document(3);
    LessonStep step;
    step.title = "Step 1";
    step.text = written_text("Two\nlines,\ta tab and {weights[");
    step.commands = {SetCell{x00, 1.0 / 3}};
    lesson.steps = {step, step};
    return std::make_shared<const Lesson>(std::move(lesson));
}

/// Every kind of entry; the document shown at the end differs from the saved one.
std::vector<Entry> all_kinds() {
    Document other = attn::test::random_document(7);
    other.title = "Other";
    return {Edited{SetCell{x00, 0.1}, 3},
            Edited{SetCell{x00, 1.0 / 3}, 3},
            Edited{RenameToken{1, "tab\tand \"quote\" ä"}, 0},
            WentTo{0},
            WentTo{2},
            SavedTo{"/tmp/new name.attn", FileMark{~std::uint64_t{0}, 77}},
            Edited{SetCell{x00, -0.0}, 4},
            Cancelled{4},
            Opened{origin_of(other), "Open Other", 5},
            Opened{origin_of(new_document()), "Open Other", 5},
            Brought{new_document(), "Lesson", 9},
            Wrote{WrittenLesson{faulty_lesson(), "", {}, 0}},
            Wrote{},
            Edited{SetTitle{"the end"}, 0},
            Wrote{WrittenLesson{faulty_lesson(), "/tmp/a \xff.lesson", FileMark{3, 4}, 1}}};
}

/// Writes the entries as a journal, and applies them to `workspace`.
std::string text_of(const std::vector<Entry>& entries, Workspace& workspace) {
    std::string text = journal_head({1, "boot"});
    text += journal_line(Opened{workspace.origin(), ""}, 5);
    std::int64_t time = 10;
    for (const Entry& entry : entries) {
        EXPECT_TRUE(workspace.apply(entry));
        text += journal_line(entry, time++);
    }
    return text;
}

void expect_same(const Workspace& a, const Workspace& b) {
    ASSERT_EQ(a.history().size(), b.history().size());
    EXPECT_EQ(a.history().position(), b.history().position());
    EXPECT_EQ(a.document(), b.document());
    EXPECT_EQ(a.origin().name, b.origin().name);
    EXPECT_EQ(a.origin().path, b.origin().path);
    EXPECT_EQ(a.origin().mark, b.origin().mark);
    EXPECT_EQ(a.origin().saved, b.origin().saved);
    EXPECT_EQ(a.origin().is_for_viewing, b.origin().is_for_viewing);
    EXPECT_EQ(a.edits(), b.edits());
    ASSERT_EQ(a.lesson().has_value(), b.lesson().has_value());
    if (a.lesson()) {
        EXPECT_EQ(write_lesson(*a.lesson()->lesson), write_lesson(*b.lesson()->lesson));
        EXPECT_EQ(a.lesson()->path, b.lesson()->path);
        EXPECT_EQ(a.lesson()->mark, b.lesson()->mark);
        EXPECT_EQ(a.lesson()->step, b.lesson()->step);
    }
    for (std::size_t step = 0; step < a.history().size(); ++step)
        EXPECT_EQ(a.history().description(step), b.history().description(step)) << step;
}

/// The files of a dead program: its journal is closed, its lock is gone.
std::string left_behind(const std::string& folder, const std::vector<Entry>& entries) {
    Workspace workspace(origin_of(new_document()));
    auto writer = JournalWriter::begin(folder);
    writer->add(Opened{workspace.origin(), ""});
    for (const Entry& entry : entries)
        writer->add(entry);
    return writer->file();
}

} // namespace

TEST(Journal, EveryEntryComesBack) {
    Workspace workspace(origin_of(new_document()));
    const std::string text = text_of(all_kinds(), workspace);
    const auto journal = read_journal(text);
    ASSERT_TRUE(journal) << journal.error().text();
    ASSERT_TRUE(journal->workspace);
    expect_same(*journal->workspace, workspace);
    EXPECT_EQ(journal->whole_bytes, text.size());
    EXPECT_EQ(journal->time, 24);
    EXPECT_EQ(journal->keeper.boot, "boot");
}

TEST(Journal, KeepsHowADocumentLearns) {
    Workspace workspace(origin_of(new_document()));
    TrainingSettings settings;
    settings.optimiser = Optimiser::Momentum;
    settings.momentum = 1.0 / 3;
    settings.seed = 5;
    settings.learned = {{Stage::W_Q}};
    const std::string text = text_of({Edited{SetTraining{settings}, 0}}, workspace);
    const auto journal = read_journal(text);
    ASSERT_TRUE(journal) << journal.error().text();
    ASSERT_TRUE(journal->workspace);
    expect_same(*journal->workspace, workspace);
    EXPECT_EQ(journal->workspace->document().training, settings);
}

TEST(Journal, ATornTailCostsOnlyTheTornEntry) {
    std::vector<Entry> entries = all_kinds();
    Workspace whole(origin_of(new_document()));
    const std::string text = text_of(entries, whole);
    std::vector<std::size_t> ends; // after each complete line
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        ends.push_back(at + 1);
    for (std::size_t length = ends[1]; length < text.size(); length += 1 + length % 7) {
        const auto journal = read_journal(std::string_view(text).substr(0, length));
        ASSERT_TRUE(journal);
        const auto lines = std::count_if(ends.begin(), ends.end(),
                                         [length](std::size_t end) { return end <= length; });
        ASSERT_EQ(journal->entries, static_cast<std::size_t>(lines - 1)) << length;
        ASSERT_EQ(journal->whole_bytes, ends[static_cast<std::size_t>(lines - 1)]);
    }
}

TEST(Journal, F59ADamagedByteEndsItBeforeTheDamage) {
    Workspace whole(origin_of(new_document()));
    const std::string text = text_of(all_kinds(), whole);
    const std::size_t head = text.find('\n') + 1;
    for (std::size_t at = 0; at < text.size(); at += 1 + at % 7) {
        std::string damaged = text;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        const auto journal = read_journal(damaged);
        ASSERT_EQ(journal.has_value(), at >= head) << at;
        if (journal) {
            ASSERT_LE(journal->whole_bytes, at);
        }
    }
    EXPECT_FALSE(read_journal(""));
    EXPECT_FALSE(read_journal(std::string(1000, '\0')));
}

TEST(Journal, F60AnotherVersionIsKeptUntouched) {
    const TempDir folder;
    std::string head = journal_head({1, "x"});
    const std::string inside = R"({"format":"attention-lab-journal","version":[9,0]})";
    folder.file("1.journal", head.substr(0, 9) + inside + "\n");
    folder.file("2.journal", "nothing of ours");
    const std::string before = test::bytes_of(folder / "1.journal");
    const auto lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 2U);
    for (const Lost& one : lost) {
        EXPECT_FALSE(one.workspace);
        EXPECT_NE(one.fault.text(), "");
    }
    EXPECT_EQ(test::bytes_of(folder / "1.journal"), before);
    EXPECT_NE(journal_head({1, "x"}).find("\"version\":[3,0]"), std::string::npos)
        << "an older version would take documents for empty ones, or end at a lesson";
}

TEST(JournalWriter, EveryChangeCanBeRecovered) {
    const TempDir folder;
    const std::string file = left_behind(folder.path(), all_kinds());
    Workspace workspace(origin_of(new_document()));
    (void)text_of(all_kinds(), workspace);
    auto lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].file, file);
    ASSERT_TRUE(lost[0].workspace);
    expect_same(*lost[0].workspace, workspace);
    EXPECT_EQ(lost[0].edits, 3U) << "one of them of the lesson";
    EXPECT_LT(std::abs(lost[0].time / 1000 - std::time(nullptr)), 60);
    EXPECT_TRUE(fs::exists(file)) << "looking at it takes nothing away";
}

TEST(JournalWriter, AnEntryIsOnTheDiskWithinASecond) {
    const TempDir folder;
    auto writer = JournalWriter::begin(folder.path());
    const std::size_t head = fs::file_size(writer->file());
    writer->add(Opened{origin_of(new_document()), ""});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(900);
    while (fs::file_size(writer->file()) == head && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_GT(fs::file_size(writer->file()), head);
}

TEST(JournalWriter, ADragWritesFewLines) {
    const TempDir folder;
    {
        auto writer = JournalWriter::begin(folder.path());
        writer->add(Opened{origin_of(new_document()), ""});
        for (int step = 0; step < 5000; ++step)
            writer->add(Edited{SetCell{x00, step * 0.01}, 1});
        writer->add(Edited{SetCell{x00, 7}, 2});
    }
    const auto lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ((*lost[0].workspace->document().embeddings)(0, 0), 7);
    EXPECT_EQ(lost[0].workspace->history().size(), 3U);
    EXPECT_LT(fs::file_size(lost[0].file), 20000U);
}

TEST(JournalWriter, TypingALessonWritesFewLinesAndItsLastEditIsOffered) {
    const TempDir folder;
    {
        auto writer = JournalWriter::begin(folder.path());
        writer->add(Opened{origin_of(new_document()), ""});
        std::string typed;
        for (int letter = 0; letter < 200; ++letter) {
            Lesson lesson = *faulty_lesson();
            lesson.title = typed += 'a';
            writer->add(Wrote{WrittenLesson{std::make_shared<const Lesson>(lesson), "", {}, 0}});
        }
    }
    const auto lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 1U) << "no document is unsaved, but a lesson is";
    ASSERT_TRUE(lost[0].workspace);
    ASSERT_TRUE(lost[0].workspace->lesson());
    EXPECT_EQ(lost[0].workspace->lesson()->lesson->title, std::string(200, 'a'));
    EXPECT_LT(lost[0].workspace->edits(), 50U);
}

TEST(JournalWriter, ALivingWindowsJournalIsNotOffered) {
    const TempDir folder;
    auto writer = JournalWriter::begin(folder.path());
    writer->add(Opened{origin_of(new_document()), ""});
    writer->add(Edited{SetCell{x00, 7}, 2});
    ASSERT_TRUE(writer->flush());
    EXPECT_TRUE(lost_work(folder.path()).empty());
    EXPECT_FALSE(JournalWriter::adopt(writer->file(), 10));
    writer = nullptr;
    EXPECT_EQ(lost_work(folder.path()).size(), 1U);
}

TEST(JournalWriter, AnAdoptedJournalContinuesAfterItsTornTail) {
    const TempDir folder;
    const std::string file = left_behind(folder.path(), {Edited{SetCell{x00, 7}, 0}});
    std::ofstream(file, std::ios::app) << "0badc0de {\"time\":12,\"ent";
    auto lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 1U);
    {
        auto writer = JournalWriter::adopt(file, lost[0].whole_bytes);
        ASSERT_TRUE(writer) << writer.error().text();
        (*writer)->add(Edited{SetCell{x00, 8}, 0});
    }
    lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].edits, 2U);
    EXPECT_EQ((*lost[0].workspace->document().embeddings)(0, 0), 8);
}

TEST(JournalWriter, ALongJournalRestartsWithTheCurrentState) {
    const TempDir folder;
    std::string file;
    {
        auto writer = JournalWriter::begin(folder.path());
        file = writer->file();
        writer->add(Opened{origin_of(new_document()), ""});
        for (int step = 0; step < 200; ++step)
            writer->add(Edited{SetCell{x00, step * 0.5}, 0});
        ASSERT_TRUE(writer->flush());
        const auto before = fs::file_size(file);
        Document now = new_document();
        now.title = "now";
        writer->restart({Opened{origin_of(new_document()), ""}, Brought{now, "Earlier", 0}});
        writer->add(Edited{SetCell{x00, 9}, 0});
        ASSERT_TRUE(writer->flush());
        EXPECT_LT(fs::file_size(file), before);
        EXPECT_TRUE(lost_work(folder.path()).empty()) << "the new file is locked as well";
    }
    const auto lost = lost_work(folder.path());
    ASSERT_EQ(lost.size(), 1U);
    EXPECT_EQ(lost[0].workspace->document().title, "now");
    EXPECT_EQ((*lost[0].workspace->document().embeddings)(0, 0), 9);
}

TEST(JournalWriter, ALargeDocumentIsNoLongJournal) {
    const TempDir folder;
    Document large = new_document();
    large.notes = std::string(60'000, 'n');
    const auto writer = JournalWriter::begin(folder.path(), 50'000);
    writer->add(Opened{origin_of(large), ""});
    ASSERT_TRUE(writer->flush());
    EXPECT_GT(fs::file_size(writer->file()), 60'000U);
    EXPECT_FALSE(writer->is_long()) << "every change would write it again";
    writer->add(Brought{large, "Large", 0});
    ASSERT_TRUE(writer->flush());
    EXPECT_TRUE(writer->is_long()) << "what came since is as long as is kept";
    writer->restart({Opened{origin_of(new_document()), ""}, Brought{large, "Earlier", 0}});
    ASSERT_TRUE(writer->flush());
    writer->add(Edited{SetCell{x00, 9}, 0});
    ASSERT_TRUE(writer->flush());
    EXPECT_FALSE(writer->is_long());
}

TEST(JournalWriter, RemoveDeletesItsFile) {
    const TempDir folder;
    auto writer = JournalWriter::begin(folder.path());
    writer->add(Opened{origin_of(new_document()), ""});
    writer->remove();
    EXPECT_TRUE(fs::is_empty(folder.path()));
    writer = nullptr;
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(JournalWriter, SavedWorkIsNotOffered) {
    const TempDir folder;
    left_behind(folder.path(), {Edited{SetCell{x00, 7}, 0}, SavedTo{"/tmp/x.attn", FileMark{}}});
    EXPECT_TRUE(lost_work(folder.path()).empty());
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(JournalWriter, F58AFolderThatCannotBeMadeIsReported) {
    const TempDir folder;
    folder.file("file", "");
    const auto writer = JournalWriter::begin(folder / "file/recovery");
    const auto complaint = writer->complaint();
    ASSERT_TRUE(complaint);
    EXPECT_NE(complaint->text().find("folder"), std::string::npos) << complaint->text();
}

TEST(Claim, F42TheSecondWindowLearnsThatTheFileIsOpen) {
    const TempDir folder;
    const std::string path = folder.file("a.attn", "");
    fs::create_symlink("a.attn", folder / "link.attn");
    const std::string claims = folder / "open";
    int told[2] = {}, stop[2] = {};
    ASSERT_EQ(::pipe(told) + ::pipe(stop), 0);
    const pid_t other = ::fork();
    if (other == 0) {
        const Claimed mine = claim(path, claims);
        (void)!::write(told[1], mine.claim ? "y" : "n", 1);
        char letter = 0;
        (void)!::read(stop[0], &letter, 1);
        ::_exit(0); // as abruptly as a kill
    }
    char letter = 0;
    ASSERT_EQ(::read(told[0], &letter, 1), 1);
    ASSERT_EQ(letter, 'y');
    const Claimed second = claim(folder / "link.attn", claims);
    EXPECT_FALSE(second.claim);
    ASSERT_TRUE(second.holder);
    EXPECT_EQ(second.holder->process, other);
    EXPECT_EQ(second.holder->host, host_name());
    EXPECT_LT(std::abs(second.holder->since - std::time(nullptr)), 60);
    EXPECT_TRUE(claim(folder / "b.attn", claims).claim) << "another file is free";
    ASSERT_EQ(::write(stop[1], "x", 1), 1);
    int status = 0;
    ::waitpid(other, &status, 0);
    EXPECT_TRUE(claim(path, claims).claim) << "a claim of the dead is none";
    EXPECT_TRUE(claim(path, claims).claim) << "and it ends with the one who held it";
}
