// SPDX-License-Identifier: MIT
// Keeps a journal on the disk while the program runs, on threads of its own.
#pragma once

#include "core/io/journal.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace attn::io {

/// An entry is written, and so outlives the program, some 150 ms after it was added; how long the
/// disk takes to flush does not delay it. It outlives a power cut as soon as it is flushed. The
/// file is locked while it is kept, so that other windows know it belongs to a living one.
///
/// What cannot be written waits in memory, is tried again every two seconds and then written in its
/// order. Meanwhile complaint() says why, and the file says how many changes it lacks.
class JournalWriter {
public:
    /// So many bytes beside the documents that it began with make a journal long.
    static constexpr std::size_t much = std::size_t{32} << 20;
    /// Begins a new journal in the folder; where that cannot be done now, it is tried again like
    /// any writing.
    static std::unique_ptr<JournalWriter> begin(const std::string& folder,
                                                std::size_t long_from = much);
    /// Goes on with one that a dead program left; what is torn at its end is cut off. The error
    /// says that another window has it.
    static Result<std::unique_ptr<JournalWriter>> adopt(const std::string& file,
                                                        std::size_t whole_bytes);
    ~JournalWriter(); // Everything is written before it ends; the file stays.
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    /// The journal; empty while none could be made.
    std::string file() const;
    /// `wake` is called, by any thread, whenever complaint() has changed.
    void wake_by(std::function<void()> wake);
    /// Returns at once. Steps of one gesture on one number become one line.
    void add(Entry entry);
    /// Waits until everything is on the disk; returns whether it is.
    bool flush();
    /// Nothing in the journal is needed any more: removes it.
    void remove();
    /// Why the journal cannot be kept at the moment; it is tried again and again.
    std::optional<Error> complaint() const;
    /// Whether so much is written, or waits, that it should begin again with what there is now.
    bool is_long() const;
    /// Puts these entries in the place of all that is written. At every moment the file holds the
    /// old entries or the new ones.
    void restart(std::vector<Entry> entries);

private:
    struct Work;
    explicit JournalWriter(std::unique_ptr<Work> work);
    std::unique_ptr<Work> work_;
};

} // namespace attn::io
