// SPDX-License-Identifier: MIT
// What the program keeps in its state folder: the journal of the window, who edits which file,
// the recent files.
#pragma once

#include "app/files/file_state.h"
#include "core/io/claim.h"
#include "core/io/journal_writer.h"
#include "core/io/recovery.h"

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
    /// Begins to keep what happens to the workspace. Without this nothing is kept and nothing is
    /// asked of the disk; without a folder nothing is kept, which is a trouble.
    void begin(std::string state_folder, const attn::io::Workspace& workspace);
    bool is_on() const { return !folder_.empty(); }
    /// Where old files are copied before they are overwritten.
    std::string copies_folder() const;

    /// Something was done; `after` is the workspace that it led to.
    void record(const attn::io::Entry& entry, const attn::io::Workspace& after);
    /// Waits until the disk has everything.
    void flush();
    /// The window came to its end and nothing of its work is wanted.
    void end();
    /// Why work cannot be kept at the moment; what waits is written as soon as it can be.
    std::optional<attn::Error> trouble();
    /// The same when it begins, once for each trouble.
    std::optional<attn::Error> new_trouble();
    /// Whether trouble() has to be asked again after a while, since nothing calls `wake`.
    bool must_look_again() const { return is_on() && !writer_ && trouble_; }
    /// `wake` is called, by any thread, whenever trouble() has changed.
    void wake_by(std::function<void()> wake);

    /// Who else edits the file. When nobody does, this window does from now on.
    std::optional<attn::io::Holder> claim(const std::string& path);

    /// Unsaved work of dead programs.
    std::optional<RecoveryOffer> offer() const;
    /// Takes the work of a journal over: it is kept in the same journal from now on. What is given
    /// has a workspace.
    attn::Result<attn::io::Lost> restore(const std::string& journal);
    void discard(const std::string& journal);

    std::vector<std::string> recent_files() const;
    void add_recent_file(const std::string& path);
    /// `tell` hears of each file that is added; it may be empty.
    void tell_recent_by(std::function<void(const std::string&)> tell) { tell_ = std::move(tell); }

private:
    std::string recovery_folder() const { return folder_ + "/recovery"; }
    std::optional<attn::Error> obstacle() const;
    void hold(std::unique_ptr<attn::io::JournalWriter> writer);

    std::string folder_;
    std::vector<attn::io::Entry> pending_; // before the first edit there is nothing to lose
    std::unique_ptr<attn::io::JournalWriter> writer_;
    bool is_whole_ = true;               // the journal's history has the same steps as the window's
    std::optional<attn::Error> trouble_; // before there is a writer, which knows its own
    std::function<void()> wake_;
    std::function<void(const std::string&)> tell_;
    bool is_trouble_told_ = false;
    std::map<std::string, std::shared_ptr<const attn::io::Claim>> claims_;
};

} // namespace app
