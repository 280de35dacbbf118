// SPDX-License-Identifier: MIT
// Writes results to standard output or a file, and messages to standard error.
#pragma once

#include "core/base/result.h"
#include "core/engine/numbers/parallel.h"
#include "core/io/journal/file.h"

#include <unistd.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace app::cli {

// The program's exit codes, as in its help.

enum class ExitCode {
    Done = 0,
    Failed = 1,     // while running
    Usage = 2,      // wrong arguments, or a stage the document does not have
    Rejected = 3,   // a file could not be read or is not a good document
    NoDisplay = 4,  // no display or no OpenGL
    NotWritten = 5, // the result could not be written
};

/// Writes the whole result; reports a failure on standard error. A reader that closed the pipe had
/// enough, so that is not a failure and not reported.
ExitCode write_result(std::string_view bytes);

/// Whether the path means standard output: empty or "-".
bool is_standard_output(const std::string& path);

/// Whether binary bytes would be written to a terminal. If so, tells the user how to avoid it.
bool would_spoil_terminal(const std::string& path, std::string_view kind);

/// Writes the result to standard output, or to the file completely or not at all.
ExitCode write_result(std::string_view bytes, const std::string& path,
                      attn::io::Flush flush = attn::io::Flush::Now);

/// Writes the text to standard error unchanged.
void tell(std::string_view text);

/// Writes "attention-lab: …" to standard error.
void say(std::string_view message);
void say(const attn::Error& error);

// Shows the progress of a long command in one terminal line, which is overwritten from time to
// time.

/// Shows nothing before the end if standard error is not a terminal.
class ProgressLine {
public:
    /// Shows the result of `text()`, but not more often than every 0.1 s.
    template <class Text>
    void now(const Text& text) {
        constexpr auto pause = std::chrono::milliseconds(100);
        const auto time = std::chrono::steady_clock::now();
        if (!is_terminal_ || time - last_ < pause)
            return;
        last_ = time;
        has_said_ = true;
        tell("\r\x1b[K" + text());
    }
    /// Removes the line and prints the final text.
    void end(const std::string& text) const {
        if (has_said_ || !text.empty())
            tell((has_said_ ? "\r\x1b[K" : "") + text);
    }

private:
    bool is_terminal_ = ::isatty(STDERR_FILENO) != 0, has_said_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Runs work that may take long: on a terminal a line shows the progress, and Ctrl+C ends it at once
// without leaving anything behind.

/// Runs the work on its own thread and waits for it. SIGINT, SIGTERM and SIGHUP cancel it; when it
/// has returned, the program ends by that signal. Once cancelled, the work must not start to write
/// a result, but it completes one it is writing. `doing`: "reading the model".
void do_long_work(const std::string& doing, const std::function<void(attn::Progress&)>& work);

} // namespace app::cli
