// SPDX-License-Identifier: MIT
// Waits until a window's work is saved where the next window finds it. kills_test.cpp tests how
// soon that must be, because it knows how long the disk was stalled.
#pragma once

#include "core/io/journal/journal.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace attn::test {

/// Waits until a journal in the home folder holds a document whose X begins with `value`. Fails the
/// test after 20 s.
inline void until_kept(const std::string& home, double value) {
    const std::string folder = home + "/.local/state/attention-lab/recovery";
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            const auto journal = io::read_journal(bytes_of(entry.path()));
            if (journal && journal->workspace &&
                (*journal->workspace->document().embeddings)(0, 0) == value)
                return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no journal in " << folder << " holds " << value;
}

/// Waits until a journal in the home folder holds a lesson whose last step has this title. Fails
/// the test after 20 s.
inline void until_lesson_is_kept(const std::string& home, const std::string& title) {
    const std::string folder = home + "/.local/state/attention-lab/recovery";
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            const auto journal = io::read_journal(bytes_of(entry.path()));
            if (journal && journal->workspace && journal->workspace->lesson() &&
                journal->workspace->lesson()->lesson->steps.back().title == title)
                return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no journal in " << folder << " holds a step " << title;
}

} // namespace attn::test
