// SPDX-License-Identifier: MIT
#include "core/io/journal_file.h"

#include "core/io/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

namespace attn::io {
namespace {

constexpr const char* not_backed_up = "your unsaved changes cannot be backed up: ";

std::int64_t now_in_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Opens and locks the file; the code is EWOULDBLOCK if another window has it.
int open_locked(const std::string& file, int flags, Descriptor& opened) {
    opened = Descriptor(::open(file.c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!opened.is_open())
        return errno;
    // Some network disks have no locks; there, the process named in the first line is checked.
    return ::flock(opened.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? EWOULDBLOCK
                                                                                    : 0;
}

std::string head(const std::optional<Unkept>& unkept = {}) {
    return journal_head({::getpid(), boot_id()}, unkept);
}

int sync(int number) {
    // Ignores EINVAL from file systems that cannot flush.
    return ::fdatasync(number) != 0 && errno != EINVAL ? errno : 0;
}

} // namespace

Error JournalFile::fault_of(int code) const {
    return io::fault(name_.empty() ? folder_ : name_, not_backed_up, code);
}

int JournalFile::failed(int code) {
    if (code != 0)
        fault_ = fault_of(code);
    return code;
}

Result<JournalFile> JournalFile::adopt(const std::string& file, std::size_t whole_bytes) {
    JournalFile adopted(folder_of(file));
    adopted.name_ = file;
    Descriptor opened;
    const int code = open_locked(file, 0, opened);
    if (code == EWOULDBLOCK)
        return Error{"another window keeps this work; look for it there", file};
    if (code != 0)
        return io::fault(file, not_backed_up, code);
    adopted.opened_ = std::make_shared<Descriptor>(std::move(opened));
    adopted.size_ = static_cast<off_t>(whole_bytes);
    const int number = adopted.opened_->number();
    if (::ftruncate(number, adopted.size_) != 0 || ::lseek(number, 0, SEEK_END) != adopted.size_)
        return io::fault(file, not_backed_up, errno);
    // Earlier versions wrote a shorter first line, in which ours does not fit.
    std::string first(journal_head_bytes, '\0');
    (void)!::pread(number, first.data(), first.size(), 0);
    adopted.can_mark_ = first.find('\n') == journal_head_bytes - 1;
    adopted.is_marked_ = true; // it may be, and it names the dead program
    adopted.mark(0, 0);
    return adopted;
}

int JournalFile::make() {
    // The first check gives more detail about the obstacle.
    for (const auto look : {can_write_in, make_folder})
        if (const auto done = look(folder_); !done) {
            fault_ = Error{not_backed_up + done.error().message, done.error().where};
            return ENOENT;
        }
    constexpr int most_tries = 100;
    int code = EEXIST;
    for (int number = 0; code == EEXIST && number < most_tries; ++number) {
        const std::string name = folder_ + "/" + std::to_string(now_in_milliseconds()) + "-" +
                                 std::to_string(::getpid()) + "-" + std::to_string(number) +
                                 ".journal";
        Descriptor opened;
        code = open_locked(name, O_CREAT | O_EXCL, opened);
        if (code == 0) {
            name_ = name;
            opened_ = std::make_shared<Descriptor>(std::move(opened));
        }
    }
    return failed(code);
}

int JournalFile::append(const std::string& lines) {
    if (!opened_)
        if (const int code = make(); code != 0)
            return code;
    const bool is_first = size_ == 0;
    const std::string text = (is_first ? head() : "") + lines;
    if (const int code = write_all(opened_->number(), text); code != 0) {
        // Keep the empty file: it tells the next start that there was work it could not store.
        cut(size_);
        return failed(code);
    }
    size_ += static_cast<off_t>(text.size());
    if (is_first)
        flush_folder(folder_);
    mark(0, 0);
    return 0;
}

int JournalFile::replace(const std::string& lines) {
    if (!opened_) // nothing exists that could be lost
        return append(lines);
    const std::string beside = name_ + ".new", text = head() + lines;
    ::unlink(beside.c_str());
    Descriptor fresh;
    int code = open_locked(beside, O_CREAT | O_EXCL, fresh);
    if (code == 0)
        code = write_all(fresh.number(), text);
    if (code == 0)
        code = sync(fresh.number());
    if (code == 0 && ::rename(beside.c_str(), name_.c_str()) != 0)
        code = errno;
    if (code != 0) {
        ::unlink(beside.c_str());
        return failed(code);
    }
    flush_folder(folder_of(name_));
    opened_ = std::make_shared<Descriptor>(std::move(fresh));
    size_ = static_cast<off_t>(text.size());
    can_mark_ = true;
    is_marked_ = false;
    return 0;
}

int JournalFile::flush() const {
    return sync(opened_->number());
}

void JournalFile::cut(off_t end) {
    (void)::ftruncate(opened_->number(), end);
    (void)::lseek(opened_->number(), end, SEEK_SET);
    size_ = end;
}

void JournalFile::mark(std::size_t changes, int code) {
    if (!opened_ || size_ == 0 || !can_mark_ || (changes == 0 && !is_marked_))
        return;
    const std::string text =
        head(changes > 0 ? std::optional(Unkept{changes, code, static_cast<std::size_t>(size_)})
                         : std::nullopt);
    // Within the first sector, so that a power cut cannot leave half of it.
    (void)!::pwrite(opened_->number(), text.data(), text.size(), 0);
    is_marked_ = changes > 0;
}

} // namespace attn::io
