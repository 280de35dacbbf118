// SPDX-License-Identifier: MIT
// The machine and its processes: this boot, its name, the folders for our state.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

namespace attn::io {

// File descriptors that close themselves, and system error numbers as sentences.

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
    /// Closes the file and returns whether it worked: some file systems report a failed write only
    /// here.
    bool close();

private:
    int number_;
};

/// Explains an error number: "the disk is full; make room or choose another place".
std::string reason(int code);
/// Makes an error about a path: `what` and the reason.
Error fault(const std::string& path, const std::string& what, int code);
/// Makes the error "this is a folder; expected a regular file".
Error not_a_file(const std::string& path, mode_t mode);

/// Writes all the bytes; returns the error number, 0 on success. A file that exceeds the allowed
/// size gives an error like any other while SIGXFSZ is ignored.
int write_all(int number, std::string_view bytes);

/// Returns the folder part of a path with its slash; "./" if there is none.
std::string folder_of(const std::string& path);
/// Returns the part after the last slash.
std::string name_of(const std::string& path);

/// Flushes the folder so that names in it survive a power cut. Ignores EINVAL from file systems
/// that cannot do that.
void flush_folder(const std::string& folder);

/// Returns a text that differs between machines and between boots of one machine.
std::string boot_id();
/// Returns the name of this machine.
std::string host_name();
/// Whether a process with this number is running on this machine.
bool is_running(long process);

/// Returns $XDG_STATE_HOME/attention-lab, or the same below ~/.local/state; ignores a relative XDG
/// path, as its specification asks. Empty if there is no home.
std::string state_folder();
/// Returns $XDG_CONFIG_HOME/attention-lab, or the same below ~/.config, by the same rules.
std::string config_folder();
/// Makes the folder and its missing parents, accessible only to the user.
Result<> make_folder(const std::string& path);
/// Checks that files could be made in the folder, or the folder itself if it is missing. Changes
/// nothing. The error names the obstacle.
Result<> can_write_in(const std::string& folder);

} // namespace attn::io
