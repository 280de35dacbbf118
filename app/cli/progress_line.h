// SPDX-License-Identifier: MIT
// Shows the progress of a long command in one terminal line, which is overwritten from time to
// time.
#pragma once

#include "app/cli/output.h"

#include <unistd.h>

#include <chrono>
#include <string>

namespace app::cli {

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

} // namespace app::cli
