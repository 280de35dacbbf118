// SPDX-License-Identifier: MIT
// What the program keeps in its state folder: the journal of the window, which files are being
// edited, and the recent files.
#pragma once

#include "app/files/file_dialog.h"
#include "core/io/journal/journal.h"
#include "core/io/journal/journal_writer.h"
#include "core/io/journal/save.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

class Keeping {
public:
    /// Begins to keep the changes of the workspace. Before this call nothing is kept and the disk
    /// is not touched. With an empty folder nothing is kept, which is reported as a trouble.
    void begin(std::string state_folder, const attn::io::Workspace& workspace);
    bool is_on() const { return !folder_.empty(); }
    /// The folder for copies of files made before they are overwritten.
    std::string copies_folder() const;

    /// Records a change; `after` is the workspace it led to.
    void record(const attn::io::Entry& entry, const attn::io::Workspace& after);
    /// Waits until everything is written to disk.
    void flush();
    /// Ends the journal when the window closes in order and its work is not needed.
    void end();
    /// Why work cannot be kept now. What waits is written as soon as possible.
    std::optional<attn::Error> trouble();
    /// The same, once for each new trouble.
    std::optional<attn::Error> new_trouble();
    /// Whether trouble() has to be polled because nothing calls `wake` for it.
    bool must_look_again() const { return is_on() && !writer_ && trouble_; }
    /// `wake` is called, by any thread, whenever trouble() has changed.
    void wake_by(std::function<void()> wake);

    /// Returns who else edits the file. If no one does, claims it for this window.
    std::optional<attn::io::Holder> claim(const std::string& path);

    /// The unsaved work of programs that ended abnormally.
    std::optional<RecoveryOffer> offer() const;
    /// Takes over the work of a journal, which continues in the same file. The result has a
    /// workspace.
    attn::Result<attn::io::Lost> restore(const std::string& journal);
    void discard(const std::string& journal);

    std::vector<std::string> recent_files() const;
    void add_recent_file(const std::string& path);
    /// Sets a function that is called with each file added; it may be empty.
    void tell_recent_by(std::function<void(const std::string&)> tell) { tell_ = std::move(tell); }

private:
    std::string recovery_folder() const { return folder_ + "/recovery"; }
    std::optional<attn::Error> obstacle() const;
    void hold(std::unique_ptr<attn::io::JournalWriter> writer);

    std::string folder_;
    /// Entries that wait for the first edit: before it there is nothing to lose.
    std::vector<attn::io::Entry> pending_;
    std::unique_ptr<attn::io::JournalWriter> writer_;
    bool is_whole_ = true; // whether the journal has the same steps as the window's history
    std::optional<attn::Error> trouble_; // while there is no writer; a writer knows its own trouble
    std::function<void()> wake_;
    std::function<void(const std::string&)> tell_;
    bool is_trouble_told_ = false;
    std::map<std::string, std::shared_ptr<const attn::io::Claim>> claims_;
};

} // namespace app
