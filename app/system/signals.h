// SPDX-License-Identifier: MIT
// Turns SIGTERM, SIGHUP and SIGINT into something the frame loop can read, so that the program ends
// in order.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace app {

class EndSignals {
public:
    /// Begins to wait for the signals. Calls `wake` from another thread when one arrives. Construct
    /// it before any other thread, so that all threads inherit the blocked signals.
    explicit EndSignals(std::function<void()> wake);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    /// The signal that arrived; 0 if none did.
    int received() const { return received_; }

private:
    std::atomic<int> received_{0};
    std::thread thread_;
};

// Guards the start of a window against a display, window manager or driver that never answers: ends
// the program with a sentence and a report.

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

// Writes a readable report when the program crashes: the version, the fault, what was being done,
// the text of an assertion or exception, and the call stack. Signal handlers can only reach global
// data, so there is at most one writer, with its notes beside it.

/// Installs handlers: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT (also from assertions) and uncaught
/// exceptions write a report, then the program ends as it would have. `folder` and its parents are
/// made only then; if it is empty, the report goes to standard error. Returns the report's path.
std::string write_reports_of_crashes(const std::string& folder, std::string_view version);

/// Notes in the report beside the fault, at most 255 bytes each, about the drawing thread.
enum class CrashNote { Doing, Request, Document, Drawing };
void note_for_crashes(CrashNote which, std::string_view text);

/// Ends the program with `code` and a report of that thread's call stack, for a fault that is not a
/// crash but leaves no way to continue. Also prints the fault, at most 511 bytes, to standard
/// error.
void end_with_report(pthread_t thread, std::string_view fault, int code);

} // namespace app
