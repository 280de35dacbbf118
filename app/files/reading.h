// SPDX-License-Identifier: MIT
// Reads a large file, which takes seconds, on its own thread while the window shows that. Then the
// request to open it is posted again with what was read.
#pragma once

#include "app/session/session.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace app {

/// Smaller files are read at once.
constexpr std::uintmax_t quickly_read_bytes = std::uintmax_t{4} << 20;
bool is_read_slowly(const std::string& path);

class FileReader {
public:
    /// Starts reading at once. Calls `wake` from the thread when the file is read.
    FileReader(Open wanted, std::string path, Opener opener, std::function<void()> wake);
    /// Waits until the file is read.
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    const std::string& path() const { return path_; }
    std::uintmax_t bytes() const { return bytes_; }
    std::chrono::seconds time() const;
    /// Returns the request with what was read, once.
    std::optional<Open> take();
    /// Drops the result: `wake` is not called any more. Does not wait.
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
    std::thread thread_; // last: it uses the members above
};

void begin_reading(Session& session, const Open& wanted, const std::string& path,
                   const Opener& opener);
/// Posts the request with what was read, and removes abandoned readers that have ended.
void follow_reading(Session& session);
/// Abandons the reading. Shows the start page if there is no document.
void leave_reading(UiState& ui);
/// Whether a thread still reads. It cannot be stopped; the program does not wait for it at its end.
bool is_reading(const UiState& ui);

} // namespace app
