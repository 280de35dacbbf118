// SPDX-License-Identifier: MIT
#include "core/io/journal/machine.h"

#include "core/base/utf8.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

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

namespace {

/// Returns our folder inside the folder that a variable names, or inside the home's default one.
std::string own_folder(const char* variable, const char* usual) {
    const char* folder = std::getenv(variable);
    if (folder && folder[0] == '/')
        return std::string(folder) + "/attention-lab";
    const char* home = std::getenv("HOME");
    if (home && home[0] == '/')
        return std::string(home) + usual + "/attention-lab";
    return "";
}

} // namespace

std::string boot_id() {
    // A hash of the kernel's name for this boot; without that, of the machine's name.
    std::string text;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), text);
    std::uint64_t hash = 1469598103934665603U;
    for (const char c : text + "@" + host_name())
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    std::string letters;
    for (int at = 0; at < 16; ++at, hash >>= 4U)
        letters += "0123456789abcdef"[hash & 15U];
    return letters;
}

std::string host_name() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

bool is_running(long process) {
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

std::string state_folder() {
    return own_folder("XDG_STATE_HOME", "/.local/state");
}

std::string config_folder() {
    return own_folder("XDG_CONFIG_HOME", "/.config");
}

Result<> make_folder(const std::string& path) {
    for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
        const std::string part = path.substr(0, at);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) {
            const int code = errno;
            struct stat status = {};
            if (::stat(part.c_str(), &status) != 0)
                return fault(part, "the folder could not be made: ", code);
        }
        if (at == std::string::npos)
            break;
    }
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return fault(path, "the folder could not be made: ", ENOTDIR);
    return Nothing{};
}

Result<> can_write_in(const std::string& folder) {
    for (std::string there = folder;;) {
        struct stat status = {};
        if (::stat(there.c_str(), &status) == 0) {
            if (!S_ISDIR(status.st_mode))
                return Error{"this is a file, but a folder is expected here; rename or remove the "
                             "file",
                             printable(there)};
            if (::access(there.c_str(), W_OK | X_OK) != 0)
                return fault(there, "files cannot be written in this folder: ", errno);
            return Nothing{};
        }
        const int code = errno;
        if (code != ENOENT && code != ENOTDIR) // ENOTDIR: the folder above gives a better reason
            return fault(there, "the folder cannot be reached: ", code);
        const auto slash = there.rfind('/');
        if (slash == std::string::npos || slash == 0)
            return Nothing{};
        there.resize(slash);
    }
}

} // namespace attn::io
