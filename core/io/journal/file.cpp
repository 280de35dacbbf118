// SPDX-License-Identifier: MIT
#include "core/io/journal/file.h"

#include "core/base/utf8.h"
#include "core/io/journal/machine.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>
#include <string>
#include <vector>

namespace attn::io {

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    const auto cannot = [&](int code) { return fault(path, "cannot be read: ", code); };
    // Without O_NONBLOCK, opening a pipe would wait for its writer for ever.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat status = {};
    if (!file.is_open()) {
        const int code = errno;
        if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
            return not_a_file(path, status.st_mode);
        return cannot(code);
    }
    if (::fstat(file.number(), &status) != 0)
        return cannot(errno);
    if (!S_ISREG(status.st_mode))
        return not_a_file(path, status.st_mode);
    const auto too_large = [&](const std::string& size) {
        return Error{"the file has " + size + " bytes; at most " + std::to_string(limit) +
                         " are read",
                     printable(path)};
    };
    if (static_cast<std::size_t>(status.st_size) > limit)
        return too_large(std::to_string(status.st_size));

    std::string bytes;
    std::vector<char> block(std::size_t{1} << 16);
    while (true) {
        const ssize_t count = ::read(file.number(), block.data(), block.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return cannot(errno);
        if (count == 0)
            return bytes;
        bytes.append(block.data(), static_cast<std::size_t>(count));
        if (bytes.size() > limit) // it grew while we read
            return too_large("more than " + std::to_string(limit));
    }
}

Result<> write_file(const std::string& path, std::string_view bytes, Flush flush) {
    const auto target = follow_links(path);
    if (!target)
        return target.error();
    struct stat status = {};
    if (::stat(target->c_str(), &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return not_a_file(path, status.st_mode);
        // Renaming over it would succeed, but its owner marked it as read-only.
        constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;
        if ((status.st_mode & any_write) == 0 || ::access(target->c_str(), W_OK) != 0)
            return Error{"the file is read-only; choose another name", printable(path)};
    } else if (errno != ENOENT) {
        return fault(path, "could not be written: ", errno);
    }
    return replace({.target = *target, .shown = printable(path), .flush = flush}, bytes);
}

namespace {

/// The beginning of temporary file names: ".attention-lab-BOOT-PID-XXXXXX".
const std::string leftover = ".attention-lab-";
constexpr std::size_t boot_letters = 8;

mode_t default_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

/// Best effort: disks without permissions (FAT) refuse these, and the bytes matter more.
void take_attributes(int from, int to) {
    struct stat old = {}, now = {};
    if (::fstat(from, &old) != 0 || ::fstat(to, &now) != 0)
        return;
    if (old.st_uid != now.st_uid || old.st_gid != now.st_gid)
        if (::fchown(to, old.st_uid, old.st_gid) != 0)
            (void)!::fchown(to, static_cast<uid_t>(-1), old.st_gid);
    (void)::fchmod(to, old.st_mode &
                           07777); // after the owner, because changing the owner clears set-id bits
    std::vector<char> names(std::size_t{1} << 16), value(std::size_t{1} << 16);
    const ssize_t length = ::flistxattr(from, names.data(), names.size());
    for (ssize_t at = 0; at < length;) {
        const char* name = names.data() + at;
        const ssize_t size = ::fgetxattr(from, name, value.data(), value.size());
        if (size >= 0)
            (void)::fsetxattr(to, name, value.data(), static_cast<std::size_t>(size), 0);
        at += static_cast<ssize_t>(std::string_view(name).size()) + 1;
    }
}

std::string temporary_name(const std::string& folder) {
    // The name does not contain the file's name, so it cannot become too long.
    return folder + leftover + boot_id().substr(0, boot_letters) + "-" +
           std::to_string(::getpid()) + "-XXXXXX";
}

/// Keeps the old file as "name~". If that fails, the save continues: the new bytes matter more.
void keep_backup(const std::string& target) {
    std::string beside = temporary_name(folder_of(target));
    const Descriptor made(::mkostemp(beside.data(), O_CLOEXEC));
    if (!made.is_open() || ::unlink(beside.c_str()) != 0)
        return;
    const std::string backup = target + "~";
    struct stat found = {};
    if (::lstat(backup.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
        return; // not ours to replace
    if (::link(target.c_str(), beside.c_str()) == 0) {
        (void)::rename(beside.c_str(), backup.c_str());
        // Renaming one name of a file over another of the same file does nothing.
        (void)::unlink(beside.c_str());
    } else if (const auto old = read_file(target, std::size_t{1} << 30)) {
        (void)replace({.target = backup, .shown = backup}, *old); // FAT has no links.
    }
}

bool holds(const std::string& path, std::string_view bytes) {
    const auto found = read_file(path, bytes.size());
    return found && *found == bytes;
}

/// Whether the process and the boot in a temporary file's name are gone.
bool is_abandoned(const std::string& folder, const std::string& name) {
    const std::string rest = name.substr(leftover.size());
    if (rest.size() < boot_letters + 2 || rest[boot_letters] != '-')
        return false;
    const auto dash = rest.find('-', boot_letters + 1);
    if (dash == std::string::npos)
        return false;
    struct stat status = {};
    if (::lstat((folder + name).c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    if (rest.substr(0, boot_letters) != boot_id().substr(0, boot_letters)) {
        // from an earlier boot, or from another machine now saving on a shared disk
        constexpr std::time_t day = 24 * 60 * 60;
        return std::time(nullptr) - status.st_mtime > day;
    }
    const std::string process = rest.substr(boot_letters + 1, dash - boot_letters - 1);
    return process.find_first_not_of("0123456789") == std::string::npos && !process.empty() &&
           process.size() < 10 && !is_running(std::stol(process));
}

/// Says why no file can be made in the folder.
Error no_room(const std::string& path, int code) {
    const std::string begin = "could not be written: ";
    if (code == ENOENT)
        return Error{begin + "its folder is not there; make it or choose another one",
                     printable(path)};
    if (code == EACCES || code == EPERM)
        return Error{begin + "you may not write in its folder; choose another one",
                     printable(path)};
    return fault(path, begin, code);
}

} // namespace

Result<std::string> follow_links(const std::string& path) {
    constexpr int most_links = 40;
    std::string target = path;
    for (int step = 0; step < most_links; ++step) {
        std::vector<char> text(PATH_MAX);
        const ssize_t length = ::readlink(target.c_str(), text.data(), text.size());
        if (length < 0)
            return target;
        const std::string next(text.data(), static_cast<std::size_t>(length));
        const auto slash = target.rfind('/');
        const bool relative = next.empty() || next.front() != '/';
        target = relative && slash != std::string::npos ? target.substr(0, slash + 1) + next : next;
    }
    return fault(path, "could not be written: ", ELOOP);
}

Result<> replace(const Replacement& replacement, std::string_view bytes) {
    const std::string& target = replacement.target;
    const std::string folder = folder_of(target);
    sweep_leftovers(folder);
    std::string temporary = temporary_name(folder);
    Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.is_open())
        return no_room(replacement.shown, errno);
    const auto give_up = [&](const Error& error) {
        ::unlink(temporary.c_str());
        return error;
    };
    const auto failed = [&](int code) {
        return give_up(fault(replacement.shown, "could not be written: ", code));
    };
    if (const int code = write_all(file.number(), bytes); code != 0)
        return failed(code);
    const Descriptor old(::open(target.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (old.is_open())
        take_attributes(old.number(), file.number());
    else
        (void)::fchmod(file.number(), default_mode());
    const bool is_flushed = replacement.flush == Flush::Now;
    if (is_flushed && ::fsync(file.number()) != 0 && errno != EINVAL)
        return failed(errno);
    if (!file.close())
        return failed(errno);
    if (replacement.is_checked && !holds(temporary, bytes))
        return give_up(Error{"what was written did not come back from the disk; "
                             "choose another place",
                             replacement.shown});
    if (replacement.keeps_backup && old.is_open())
        keep_backup(target);
    if (::rename(temporary.c_str(), target.c_str()) != 0)
        return failed(errno);
    if (is_flushed)
        flush_folder(folder);
    return Nothing{};
}

Result<std::string> overwrite(const std::string& target, std::string_view bytes,
                              const std::string& copies_folder) {
    const auto old = read_file(target, std::size_t{1} << 30);
    if (!old)
        return old.error();
    timespec now = {};
    (void)::clock_gettime(CLOCK_REALTIME, &now);
    const std::string copy = copies_folder + "/" + std::to_string(now.tv_sec) + "." +
                             std::to_string(now.tv_nsec) + "-" + name_of(target);
    if (auto kept = write_file(copy, *old); !kept)
        return Error{"a copy of the old file has to be kept first: " + kept.error().text(), target};
    // No O_TRUNC: a full disk would leave nothing at all.
    Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open())
        return fault(target, "could not be written: ", errno);
    const auto put = [&](std::string_view wanted) {
        if (::lseek(file.number(), 0, SEEK_SET) != 0)
            return errno;
        if (const int code = write_all(file.number(), wanted); code != 0)
            return code;
        if (::ftruncate(file.number(), static_cast<off_t>(wanted.size())) != 0 ||
            (::fsync(file.number()) != 0 && errno != EINVAL))
            return errno;
        return 0;
    };
    if (const int code = put(bytes); code != 0) {
        if (put(*old) == 0)
            return fault(target, "could not be written and is as it was: ", code);
        return fault(target, "is damaged; what it was is in " + copy + ": ", code);
    }
    return copy;
}

void sweep_leftovers(const std::string& folder) {
    DIR* opened = ::opendir(folder.c_str());
    if (!opened)
        return;
    std::vector<std::string> gone;
    while (const dirent* entry = ::readdir(opened)) {
        const std::string name = entry->d_name;
        if (name.starts_with(leftover) && is_abandoned(folder, name))
            gone.push_back(folder + name);
    }
    ::closedir(opened);
    for (const std::string& path : gone)
        ::unlink(path.c_str());
}

} // namespace attn::io
