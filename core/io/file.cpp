// SPDX-License-Identifier: MIT
#include "core/io/file.h"

#include "core/base/utf8.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace attn::io {
namespace {

/// Closes the file when it goes out of scope.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0)
            ::close(number_);
    }
    bool is_open() const { return number_ >= 0; }
    int number() const { return number_; }
    /// Some file systems report a failed write only here.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

std::string reason(int code) {
    switch (code) {
    case ENOENT:
        return "there is no such file; check the name";
    case EACCES:
    case EPERM:
        return "it may not be opened; check its permissions";
    case ENOTDIR:
        return "a part of the path is a file, not a folder; check the name";
    case ELOOP:
        return "its links lead in a circle; point the link to a file";
    case ENAMETOOLONG:
        return "its name is longer than the file system allows; choose a shorter one";
    case ENOSPC:
        return "the disk is full; make room or choose another place";
    case EDQUOT:
        return "your share of the disk is used up; make room or choose another place";
    case EFBIG:
        return "the file would be larger than is allowed here; choose another place";
    case EROFS:
        return "the disk is read-only; choose another place";
    default:
        return std::string("the system says: ") + std::strerror(code);
    }
}

std::string kind_of(mode_t mode) {
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

Error fault(const std::string& path, const std::string& what, int code) {
    return Error{what + reason(code), printable(path)};
}

Error not_a_file(const std::string& path, mode_t mode) {
    return Error{"this is " + kind_of(mode) + "; expected a regular file", printable(path)};
}

Result<> write_all(int number, std::string_view bytes, const std::string& path) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(number, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fault(path, "could not be written: ", errno);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return Nothing{};
}

/// Where the bytes go when `path` is a link, also one whose target does not exist yet.
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

/// A rename is only sure to survive a power cut when the folder is flushed as well. File systems
/// that cannot do that say EINVAL, which is no failure of ours.
void flush_folder(const std::string& folder) {
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open())
        (void)::fsync(opened.number());
}

Result<> write_beside(const std::string& target, std::string_view bytes, mode_t mode,
                      const std::string& path) {
    const auto slash = target.rfind('/');
    const std::string folder = slash == std::string::npos ? "./" : target.substr(0, slash + 1);
    // The name is our own, so that a long name of the file cannot make it too long.
    std::string temporary = folder + ".attention-lab-XXXXXX";
    Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.is_open())
        return fault(path, "could not be written: ", errno);
    const auto give_up = [&](const Error& error) {
        ::unlink(temporary.c_str());
        return error;
    };
    if (auto written = write_all(file.number(), bytes, path); !written)
        return give_up(written.error());
    // Disks that know no permissions (FAT) refuse this; the bytes matter more.
    (void)::fchmod(file.number(), mode);
    if (::fsync(file.number()) != 0 && errno != EINVAL)
        return give_up(fault(path, "could not be written: ", errno));
    if (!file.close())
        return give_up(fault(path, "could not be written: ", errno));
    if (::rename(temporary.c_str(), target.c_str()) != 0)
        return give_up(fault(path, "could not be written: ", errno));
    flush_folder(folder);
    return Nothing{};
}

mode_t default_mode() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    const auto cannot = [&](int code) { return fault(path, "cannot be read: ", code); };
    // Without O_NONBLOCK a pipe would wait for its writer for ever.
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
        if (bytes.size() > limit) // It grew while we read.
            return too_large("more than " + std::to_string(limit));
    }
}

Result<> write_file(const std::string& path, std::string_view bytes) {
    const auto target = follow_links(path);
    if (!target)
        return target.error();
    struct stat status = {};
    mode_t mode = default_mode();
    if (::stat(target->c_str(), &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return not_a_file(path, status.st_mode);
        // Renaming over it would succeed; its owner said that it must not change.
        constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;
        if ((status.st_mode & any_write) == 0 || ::access(target->c_str(), W_OK) != 0)
            return Error{"the file is read-only; choose another name", printable(path)};
        mode = status.st_mode & 07777;
    } else if (errno != ENOENT) {
        return fault(path, "could not be written: ", errno);
    }
    return write_beside(*target, bytes, mode, path);
}

} // namespace attn::io
