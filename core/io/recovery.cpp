// SPDX-License-Identifier: MIT
#include "core/io/recovery.h"

#include "core/base/utf8.h"
#include "core/io/descriptor.h"
#include "core/io/file.h"
#include "core/io/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace attn::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 30; // three times the largest document
constexpr std::size_t most_journals = 50;

std::vector<std::string> journals(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code))
        if (entry->path().extension() == ".journal")
            files.push_back(entry->path().string());
    // Their names begin with their start time.
    std::sort(files.begin(), files.end(), std::greater<>());
    if (files.size() > most_journals)
        files.resize(most_journals);
    return files;
}

/// Whether a living program keeps the journal; without locks, checks the process it names.
bool is_kept(const Descriptor& opened, const JournalKeeper* keeper) {
    if (::flock(opened.number(), LOCK_EX | LOCK_NB) == 0)
        return false;
    return errno == EWOULDBLOCK ||
           (keeper && keeper->boot == boot_id() && is_running(keeper->process));
}

/// Returns when it was last written, in milliseconds since 1970.
std::int64_t time_of(const Descriptor& opened) {
    struct stat status = {};
    return ::fstat(opened.number(), &status) == 0
               ? std::int64_t{status.st_mtim.tv_sec} * 1000 + status.st_mtim.tv_nsec / 1'000'000
               : 0;
}

} // namespace

std::string unkept_sentence(const Unkept& unkept) {
    const std::string lost = unkept.changes == 1 ? "The last change is lost because "
                                                 : "The last " + std::to_string(unkept.changes) +
                                                       " changes are lost because ";
    switch (unkept.code) {
    case ENOSPC:
        return lost + "the disk was full.";
    case EDQUOT:
        return lost + "your share of the disk was used up.";
    case EROFS:
        return lost + "the disk was read-only.";
    case EIO:
        return lost + "the disk reported a failure.";
    case EFBIG:
        return lost + "the file would have been larger than was allowed.";
    default:
        return lost + "the system reported: " + std::strerror(unkept.code) + ".";
    }
}

std::vector<Lost> lost_work(const std::string& folder) {
    std::vector<Lost> list;
    for (const std::string& file : journals(folder)) {
        const Descriptor opened(
            ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (!opened.is_open() || is_kept(opened, nullptr))
            continue;
        const auto text = read_file(file, most_bytes);
        auto journal = text ? read_journal(*text) : Result<Journal>(text.error());
        if (journal && is_kept(opened, &journal->keeper))
            continue;
        Lost lost;
        lost.file = file;
        if (text && text->empty()) {
            // Its first line could not be written, and the window continued until it ended.
            lost.time = time_of(opened);
            lost.fault = Error{"all changes of this window are lost because the disk had no room "
                               "for them",
                               printable(file)};
        } else if (!journal) {
            lost.fault = Error{journal.error().message, printable(file)};
        } else if (!journal->workspace || !journal->workspace->unsaved_step()) {
            if (!journal->unkept) {
                // The window died before any change, or after everything was saved.
                ::unlink(file.c_str());
                continue;
            }
            lost.time = journal->time != 0 ? journal->time : time_of(opened);
            lost.unkept = journal->unkept;
            lost.fault = Error{unkept_sentence(*journal->unkept), printable(file)};
        } else {
            lost.time = journal->time;
            lost.edits = journal->workspace->edits();
            lost.whole_bytes = journal->whole_bytes;
            lost.unkept = journal->unkept;
            lost.workspace = std::move(journal->workspace);
        }
        list.push_back(std::move(lost));
    }
    return list;
}

} // namespace attn::io
