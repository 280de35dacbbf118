// SPDX-License-Identifier: MIT
// The file of a journal: where it lies, what of it is whole, and what it says of changes that it
// could not take.
#pragma once

#include "core/io/descriptor.h"
#include "core/io/journal.h"

#include <memory>
#include <string>

namespace attn::io {

/// A value: a copy means the same open file. Calls give the system's error number, 0 when they went
/// well; `fault` is then a sentence.
class JournalFile {
public:
    /// A journal that is yet to be made in the folder, by the first append() that succeeds.
    explicit JournalFile(std::string folder) : folder_(std::move(folder)) {}
    /// One that a dead program left; what is torn at its end is cut off. The error says that
    /// another window has it.
    static Result<JournalFile> adopt(const std::string& file, std::size_t whole_bytes);

    /// Empty until there is a file.
    const std::string& name() const { return name_; }
    /// Null until there is a file. It is locked for as long as it is open.
    const std::shared_ptr<Descriptor>& opened() const { return opened_; }
    off_t size() const { return size_; }
    const Error& fault() const { return fault_; }
    /// The sentence for a flush that failed.
    Error fault_of(int code) const;

    /// Writes at the end, making the file with its first line where there is none yet. When that
    /// fails the file is as it was before.
    int append(const std::string& lines);
    /// Puts these lines in the place of all others. At every moment the file holds the old ones or
    /// the new ones.
    int replace(const std::string& lines);
    int flush() const;
    /// Takes away what is torn or may be, so that later lines can be read.
    void cut(off_t end);
    /// Writes how many changes the file could not take into its first line, or that there are none.
    void mark(std::size_t changes, int code);

private:
    int make();
    int failed(int code);

    std::string folder_, name_;
    std::shared_ptr<Descriptor> opened_;
    off_t size_ = 0; // of what is whole
    bool can_mark_ = true, is_marked_ = false;
    Error fault_;
};

} // namespace attn::io
