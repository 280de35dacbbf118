// SPDX-License-Identifier: MIT
// Guards the start of a window against a display, window manager or driver that never answers: ends
// the program with a sentence and a report.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace app {

class StartGuard {
public:
    /// Ends the program with the exit code for no display, if it is not destroyed within
    /// `patience`.
    explicit StartGuard(std::chrono::seconds patience);
    ~StartGuard();
    StartGuard(const StartGuard&) = delete;
    StartGuard& operator=(const StartGuard&) = delete;

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_done_ = false;
    std::thread thread_;
};

} // namespace app
