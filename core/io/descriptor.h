// SPDX-License-Identifier: MIT
// Open files of the system that close themselves, and what its error numbers mean for a person.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

namespace attn::io {

/// Closes the file when it goes out of scope.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { (void)close(); }

    bool is_open() const { return number_ >= 0; }
    int number() const { return number_; }
    /// Some file systems report a failed write only here.
    bool close();

private:
    int number_;
};

/// "the disk is full; make room or choose another place" for an error number.
std::string reason(int code);
/// An error whose message is `what` and the reason, about a path.
Error fault(const std::string& path, const std::string& what, int code);
/// "this is a folder; expected a regular file".
Error not_a_file(const std::string& path, mode_t mode);

/// Writes all of the bytes; the error number, 0 when it went well. A file that grows beyond the
/// allowed size is an error like the others while SIGXFSZ is ignored.
int write_all(int number, std::string_view bytes);

/// The folder part of a path with its slash; "./" when there is none.
std::string folder_of(const std::string& path);
/// The part after the last slash.
std::string name_of(const std::string& path);

/// Makes names in the folder survive a power cut. File systems that cannot do that say EINVAL,
/// which is no failure of ours.
void flush_folder(const std::string& folder);

} // namespace attn::io
