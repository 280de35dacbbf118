// SPDX-License-Identifier: MIT
// Opening a window asks a display, a window manager and a driver, any of whom may never answer. A
// start without an end is ended here, with a sentence and a report.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace app {

class StartGuard {
public:
    /// While it lives: after so long the program ends with the exit code for no display.
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
