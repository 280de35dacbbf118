// SPDX-License-Identifier: MIT
// A large file takes seconds to read. A thread of its own reads it while the window says so; then
// the request to open it comes once more, with what was read.
#pragma once

#include "app/session/session.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace app {

/// Files below this are read in a moment.
constexpr std::uintmax_t quickly_read_bytes = std::uintmax_t{4} << 20;
bool is_read_slowly(const std::string& path);

class FileReader {
public:
    /// Begins at once. `wake` is called from the thread once the file is read.
    FileReader(Open wanted, std::string path, Opener opener, std::function<void()> wake);
    /// Waits until the file is read.
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    const std::string& path() const { return path_; }
    std::uintmax_t bytes() const { return bytes_; }
    std::chrono::seconds time() const;
    /// The request with what was read, once.
    std::optional<Open> take();
    /// Nothing is told any more. Does not wait.
    void leave();
    bool has_ended() const;

private:
    void work();

    const Open wanted_;
    const std::string path_;
    const std::uintmax_t bytes_;
    const Opener opener_;
    const std::function<void()> wake_;
    const std::chrono::steady_clock::time_point begin_;
    mutable std::mutex mutex_;
    std::shared_ptr<const attn::Result<attn::io::Origin>> read_;
    bool is_left_ = false, has_ended_ = false;
    std::thread thread_; // last: it uses the others
};

void begin_reading(Session& session, const Open& wanted, const std::string& path,
                   const Opener& opener);
/// What was read is asked for, and readers that were left are forgotten once they have ended.
void follow_reading(Session& session);
/// Nothing is opened; where nothing else is there, the start page is shown.
void leave_reading(UiState& ui);
/// Whether a thread still reads. It cannot be stopped: a program that ends does not wait for it.
bool is_reading(const UiState& ui);

} // namespace app
