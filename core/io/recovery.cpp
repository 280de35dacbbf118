// SPDX-License-Identifier: MIT
#include "core/io/recovery.h"

#include "core/base/utf8.h"
#include "core/io/descriptor.h"
#include "core/io/file.h"
#include "core/io/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace attn::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{512} << 20;
constexpr std::size_t most_journals = 50;

std::vector<std::string> journals(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code))
        if (entry->path().extension() == ".journal")
            files.push_back(entry->path().string());
    // Their names begin with the time of their beginning.
    std::sort(files.begin(), files.end(), std::greater<>());
    if (files.size() > most_journals)
        files.resize(most_journals);
    return files;
}

/// Where disks know no locks, the process that is named in the journal is asked after.
bool is_kept(const Descriptor& opened, const JournalKeeper* keeper) {
    if (::flock(opened.number(), LOCK_EX | LOCK_NB) == 0)
        return false;
    return errno == EWOULDBLOCK ||
           (keeper && keeper->boot == boot_id() && is_running(keeper->process));
}

} // namespace

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
        if (!journal) {
            lost.fault = Error{journal.error().message, printable(file)};
        } else if (!journal->workspace) {
            // Its window died before anything was changed.
            ::unlink(file.c_str());
            continue;
        } else {
            if (!journal->workspace->unsaved_step()) {
                ::unlink(file.c_str());
                continue;
            }
            lost.time = journal->time;
            lost.edits = journal->workspace->edits();
            lost.whole_bytes = journal->whole_bytes;
            lost.workspace = std::move(journal->workspace);
        }
        list.push_back(std::move(lost));
    }
    return list;
}

} // namespace attn::io
