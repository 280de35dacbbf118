// SPDX-License-Identifier: MIT
// A window's journal as text: one line per entry; a torn end damages no earlier line.
//
// Each line is the CRC-32 of the rest in eight letters, a space, a JSON object, and, if the entry
// has a command, a document or a lesson, a tab and its JSON. The first line names the format, its
// version and the process. Lines after a torn or damaged one are not read.
//
// The first line always has the same length, so it can be overwritten in place, which needs no
// space on a full disk: it then says how many changes the journal could not store.
#pragma once

#include "core/document/commands/history.h"
#include "core/document/telling/lesson.h"
#include "core/io/journal/save.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn::io {

// What a window works on: the history of its documents, the files they came from, and the entries
// that led there, which a journal can store.

/// Where a document came from, and what its file contains: the document is unsaved if it differs.
struct Origin {
    std::string name;             // a preset's or a file's; empty for a new document
    std::string path;             // the file it is saved to; empty if there is none
    std::optional<FileMark> mark; // the file's mark when it was last read or written
    Document saved;
    bool is_for_viewing = false; // must not be saved to its path
    bool is_passing = false;     // a lesson's document; the user's earlier work is below it
};

/// One change of a workspace.
struct Opened {
    Origin origin;
    std::string what; // "Open four-words"
    Gesture gesture = 0;
};
struct Edited {
    Command command;
    Gesture gesture = 0;
};
/// A document that no command made: the one from before a presentation.
struct Brought {
    Document document;
    std::string what;
    Gesture gesture = 0;
};
struct Cancelled {
    Gesture gesture = 0;
};
struct WentTo {
    std::size_t step = 0;
};
/// The current document was written to this file, which is now its origin.
struct SavedTo {
    std::string path;
    FileMark mark;
};
/// A lesson that is being written and not saved. It is beside the documents: their steps do not
/// change it.
struct WrittenLesson {
    std::shared_ptr<const Lesson> lesson; // never null
    std::string path;                     // the file it is saved to; empty if there is none
    std::optional<FileMark> mark;         // the file's mark when it was last read or written
    std::size_t step = 0;                 // the open step
};
/// The lesson is now this one; empty: it was saved or given up.
struct Wrote {
    std::optional<WrittenLesson> lesson;
};
using Entry = std::variant<Opened, Edited, Brought, Cancelled, WentTo, SavedTo, Wrote>;

class Workspace {
public:
    explicit Workspace(Origin origin);

    /// Applies a change. All changes go through here, so that the same entries give the same
    /// workspace. The error says why it cannot be done; nothing has then changed.
    Result<> apply(const Entry& entry);

    const History& history() const { return history_; }
    const Document& document() const { return history_.current(); }
    const Origin& origin() const { return origins_[history_.origin()]; }
    bool is_changed() const { return is_changed_; }
    /// The lesson that is being written and not saved.
    const std::optional<WrittenLesson>& lesson() const { return lesson_; }
    /// Returns the step that would be lost: the current one if it is unsaved, or the one below an
    /// unchanged passing document.
    std::optional<std::size_t> unsaved_step() const;
    /// Counts the commands and documents since the workspace began or was last saved, and how often
    /// the lesson was edited.
    std::size_t edits() const { return edits_ + lesson_edits_; }
    /// Returns the largest gesture so far; a new one must be larger.
    Gesture last_gesture() const { return last_gesture_; }

private:
    Result<> carry_out(const Opened& opened);
    Result<> carry_out(const Edited& edited);
    Result<> carry_out(const Brought& brought);
    Result<> carry_out(const Cancelled& cancelled);
    Result<> carry_out(const WentTo& went);
    Result<> carry_out(const SavedTo& saved);
    Result<> carry_out(const Wrote& wrote);

    std::vector<Origin> origins_;
    History history_;
    std::optional<WrittenLesson> lesson_;
    std::size_t edits_ = 0, lesson_edits_ = 0;
    Gesture last_gesture_ = 0;
    bool is_changed_ = false;
};

/// The process that keeps a journal.
struct JournalKeeper {
    long process = 0;
    std::string boot;
};

/// Changes that were made but could not be written.
struct Unkept {
    std::size_t changes = 0;
    int code = 0;          // the system's error number
    std::size_t bytes = 0; // the journal's length at that time; anything beyond was written later
};

/// The length of the first line, including its line end.
constexpr std::size_t journal_head_bytes = 256;
std::string journal_head(const JournalKeeper& keeper, const std::optional<Unkept>& unkept = {});
/// Returns the entry's line. `time` is in milliseconds since 1970.
std::string journal_line(const Entry& entry, std::int64_t time);

/// The content of a journal.
struct Journal {
    JournalKeeper keeper;
    std::optional<Workspace> workspace; // empty if not even its first document is intact
    std::int64_t time = 0; // when the last entry was written, in milliseconds since 1970
    std::size_t entries = 0;
    std::size_t whole_bytes = 0;  // up to the end of the last intact line
    std::optional<Unkept> unkept; // after the last entry
};

/// Replays the text up to the first damage. The error says that this is no journal, or one of
/// another program version.
Result<Journal> read_journal(std::string_view text);

// Finds what crashed programs left behind: journals with unsaved work.

/// Unsaved work that can be restored, or a note that it cannot.
struct Lost {
    std::string file; // the journal
    std::optional<Workspace> workspace;
    std::int64_t time = 0; // when the last edit was made, in milliseconds since 1970
    std::size_t edits = 0;
    std::size_t whole_bytes = 0;
    std::optional<Unkept> unkept; // later changes that could not be written
    Error fault;                  // why nothing can be restored, if there is no workspace
};

/// Lists the journals in the folder whose programs are dead and that hold work that no file holds,
/// newest first. Removes journals without unsaved work; lists and keeps those that cannot be read,
/// and those with changes that could not be written.
std::vector<Lost> lost_work(const std::string& folder);

/// Returns "The last 8 changes are lost because the disk was full."
std::string unkept_sentence(const Unkept& unkept);

} // namespace attn::io
