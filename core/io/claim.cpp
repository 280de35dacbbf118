// SPDX-License-Identifier: MIT
#include "core/io/claim.h"

#include "core/io/file.h"
#include "core/io/machine.h"
#include "core/io/save.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <filesystem>
#include <sstream>

namespace attn::io {
namespace {

/// Returns one name for all paths that lead to the file.
std::string claim_file(const std::string& path, const std::string& folder) {
    std::error_code code;
    const auto real = std::filesystem::weakly_canonical(path, code);
    return folder + "/" + std::to_string(mark_of(code ? path : real.string()).hash) + ".claim";
}

/// Whether the name still refers to the locked file: its last holder removes it when done.
bool is_current(const std::string& file, const Descriptor& opened) {
    struct stat named = {}, locked = {};
    return ::stat(file.c_str(), &named) == 0 && ::fstat(opened.number(), &locked) == 0 &&
           named.st_ino == locked.st_ino && named.st_dev == locked.st_dev;
}

} // namespace

Claim::~Claim() {
    ::unlink(file_.c_str()); // while still locked, so that no window holds a file without a name
}

Claimed claim(const std::string& path, const std::string& folder) {
    if (!make_folder(folder))
        return {};
    const std::string file = claim_file(path, folder);
    constexpr int most_tries = 10;
    for (int attempt = 0; attempt < most_tries; ++attempt) {
        Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!opened.is_open())
            return {};
        if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK)
                return {};
            Holder holder;
            std::istringstream text(read_file(file, 4096).has_value() ? *read_file(file, 4096)
                                                                      : std::string());
            text >> holder.process >> holder.since >> holder.host;
            return {nullptr, holder};
        }
        if (!is_current(file, opened))
            continue;
        const std::string text = std::to_string(::getpid()) + " " +
                                 std::to_string(std::time(nullptr)) + " " + host_name() + "\n";
        if (::ftruncate(opened.number(), 0) != 0 || write_all(opened.number(), text) != 0)
            return {};
        return {std::make_shared<const Claim>(file, std::move(opened)), std::nullopt};
    }
    return {};
}

} // namespace attn::io
