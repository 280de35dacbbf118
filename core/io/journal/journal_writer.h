// SPDX-License-Identifier: MIT
// Keeps a journal on disk while the program runs, on its own threads.
#pragma once

#include "core/io/journal/journal.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace attn::io {

/// An entry is written, and so survives the program, about 150 ms after it was added, however long
/// the disk takes to flush. It survives a power cut once it is flushed. The file is locked while it
/// is kept, so that other windows know that its program is alive.
///
/// What cannot be written waits in memory, is retried every two seconds and is then written in
/// order. Meanwhile complaint() says why, and the file says how many changes it lacks.
class JournalWriter {
public:
    /// A journal is long if it has this many bytes beyond its initial documents.
    static constexpr std::size_t much = std::size_t{32} << 20;
    /// Starts a new journal in the folder; if that fails now, it is retried like any write.
    static std::unique_ptr<JournalWriter> begin(const std::string& folder,
                                                std::size_t long_from = much);
    /// Continues one that a dead program left, and cuts off a torn end. The error says that another
    /// window has it.
    static Result<std::unique_ptr<JournalWriter>> adopt(const std::string& file,
                                                        std::size_t whole_bytes);
    ~JournalWriter(); // writes everything first; the file stays
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    /// Returns the journal's file; empty until one could be made.
    std::string file() const;
    /// Sets a function that is called, on any thread, whenever complaint() changes.
    void wake_by(std::function<void()> wake);
    /// Returns at once. Steps of one gesture on one number become one line, and so do edits of a
    /// lesson.
    void add(Entry entry);
    /// Waits until everything is on disk; returns whether it is.
    bool flush();
    /// Removes the journal: nothing in it is needed any more.
    void remove();
    /// Says why the journal cannot be kept at the moment; retries continue.
    std::optional<Error> complaint() const;
    /// Whether the journal has become so long that it should restart from the present state.
    bool is_long() const;
    /// Replaces everything written by these entries. At every moment the file holds the old entries
    /// or the new ones.
    void restart(std::vector<Entry> entries);

private:
    struct Work;
    explicit JournalWriter(std::unique_ptr<Work> work);
    std::unique_ptr<Work> work_;
};

} // namespace attn::io
