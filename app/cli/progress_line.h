// SPDX-License-Identifier: MIT
// How far a long command is, in one line of a terminal that is written over from time to time.
#pragma once

#include "app/cli/output.h"

#include <unistd.h>

#include <chrono>
#include <string>

namespace app::cli {

/// Where standard error is no terminal nothing is said before the end.
class ProgressLine {
public:
    /// Says what `text` gives, unless it did a moment ago.
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
    /// Takes the line away and says the last of it.
    void end(const std::string& text) const {
        if (has_said_ || !text.empty())
            tell((has_said_ ? "\r\x1b[K" : "") + text);
    }

private:
    bool is_terminal_ = ::isatty(STDERR_FILENO) != 0, has_said_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace app::cli
