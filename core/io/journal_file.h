// SPDX-License-Identifier: MIT
// The file of a journal: its place, its intact part, and its note about changes it could not store.
#pragma once

#include "core/io/descriptor.h"
#include "core/io/journal.h"

#include <memory>
#include <string>

namespace attn::io {

/// A value: a copy refers to the same open file. Calls return the system's error number, 0 on
/// success; after a failure `fault` is a sentence.
class JournalFile {
public:
    /// Prepares a journal in the folder; the first append() that succeeds creates the file.
    explicit JournalFile(std::string folder) : folder_(std::move(folder)) {}
    /// Opens one that a dead program left, and cuts off a torn end. The error says that another
    /// window has it.
    static Result<JournalFile> adopt(const std::string& file, std::size_t whole_bytes);

    /// Empty until there is a file.
    const std::string& name() const { return name_; }
    /// Null until there is a file. Locked as long as it is open.
    const std::shared_ptr<Descriptor>& opened() const { return opened_; }
    off_t size() const { return size_; }
    const Error& fault() const { return fault_; }
    /// Returns the sentence for a failed flush.
    Error fault_of(int code) const;

    /// Appends the lines; creates the file with its first line if needed. If that fails, the file
    /// is unchanged.
    int append(const std::string& lines);
    /// Replaces all lines. At every moment the file holds the old ones or the new ones.
    int replace(const std::string& lines);
    int flush() const;
    /// Cuts off what is or may be torn, so that later lines can be read.
    void cut(off_t end);
    /// Writes into the first line how many changes the file could not store; 0 clears the note.
    void mark(std::size_t changes, int code);

private:
    int make();
    int failed(int code);

    std::string folder_, name_;
    std::shared_ptr<Descriptor> opened_;
    off_t size_ = 0; // the length of the intact part
    bool can_mark_ = true, is_marked_ = false;
    Error fault_;
};

} // namespace attn::io
