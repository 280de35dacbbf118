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

/// Waits until a journal in the home folder holds what is asked for, named `what`. Fails the test
/// after 20 s.
template <class Holds>
void until_journal_holds(const std::string& home, const Holds& holds, const std::string& what) {
    const std::string folder = home + "/.local/state/attention-lab/recovery";
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            const auto journal = io::read_journal(bytes_of(entry.path()));
            if (journal && journal->workspace && holds(*journal->workspace))
                return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no journal in " << folder << " holds " << what;
}

/// Waits for a document whose X begins with `value`.
inline void until_kept(const std::string& home, double value) {
    until_journal_holds(
        home, [&](const auto& work) { return (*work.document().embeddings)(0, 0) == value; },
        std::to_string(value));
}

/// Waits for a lesson whose last step has this title.
inline void until_lesson_is_kept(const std::string& home, const std::string& title) {
    until_journal_holds(
        home,
        [&](const auto& work) {
            return work.lesson() && work.lesson()->lesson->steps.back().title == title;
        },
        "a lesson with the step " + title);
}

} // namespace attn::test
