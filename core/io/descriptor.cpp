// SPDX-License-Identifier: MIT
#include "core/io/descriptor.h"

#include "core/base/utf8.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace attn::io {
namespace {

std::string kind_of(mode_t mode) {
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

} // namespace

bool Descriptor::close() {
    return number_ < 0 || ::close(std::exchange(number_, -1)) == 0;
}

std::string reason(int code) {
    switch (code) {
    case ENOENT:
        return "there is no such file; check the name";
    case EACCES:
    case EPERM:
        return "you may not open it; check its permissions";
    case ENOTDIR:
        return "a part of the path is a file, not a folder; check the name";
    case ELOOP:
        return "its links lead in a circle; point the link to a file";
    case ENAMETOOLONG:
        return "its name is longer than the file system allows; choose a shorter one";
    case ENOSPC:
        return "the disk is full; make room or choose another place";
    case EDQUOT:
        return "your disk quota is used up; make room or choose another place";
    case EFBIG:
        return "the file would be larger than is allowed here; choose another place";
    case EROFS:
        return "the disk is read-only; choose another place";
    case EIO:
        return "the disk reports a failure; choose another place";
    default:
        return std::string("the system says: ") + std::strerror(code);
    }
}

Error fault(const std::string& path, const std::string& what, int code) {
    return Error{what + reason(code), printable(path)};
}

Error not_a_file(const std::string& path, mode_t mode) {
    return Error{"this is " + kind_of(mode) + "; expected a regular file", printable(path)};
}

int write_all(int number, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(number, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

std::string name_of(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

void flush_folder(const std::string& folder) {
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open())
        (void)::fsync(opened.number());
}

} // namespace attn::io
