// SPDX-License-Identifier: MIT
#include "core/io/file.h"

#include "core/base/utf8.h"
#include "core/io/descriptor.h"
#include "core/io/replacement.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
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

} // namespace attn::io
