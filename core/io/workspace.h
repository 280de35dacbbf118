// SPDX-License-Identifier: MIT
// What a window works on: the history of its documents, the files they came from, and the entries
// that led there, which a journal can store.
#pragma once

#include "core/document/history.h"
#include "core/io/save.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attn::io {

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
using Entry = std::variant<Opened, Edited, Brought, Cancelled, WentTo, SavedTo>;

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
    /// Returns the step that would be lost: the current one if it is unsaved, or the one below an
    /// unchanged passing document.
    std::optional<std::size_t> unsaved_step() const;
    /// Counts the commands and documents since the workspace began or was last saved.
    std::size_t edits() const { return edits_; }
    /// Returns the largest gesture so far; a new one must be larger.
    Gesture last_gesture() const { return last_gesture_; }

private:
    Result<> carry_out(const Opened& opened);
    Result<> carry_out(const Edited& edited);
    Result<> carry_out(const Brought& brought);
    Result<> carry_out(const Cancelled& cancelled);
    Result<> carry_out(const WentTo& went);
    Result<> carry_out(const SavedTo& saved);

    std::vector<Origin> origins_;
    History history_;
    std::size_t edits_ = 0;
    Gesture last_gesture_ = 0;
    bool is_changed_ = false;
};

} // namespace attn::io
