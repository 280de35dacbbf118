// SPDX-License-Identifier: MIT
// Programs killed while saving leave complete documents.
#include "core/io/document/library.h"
#include "core/io/journal/save.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <thread>

using namespace attn;
using namespace attn::io;
using attn::test::TempDir;

namespace fs = std::filesystem;

namespace {

Document large(const std::string& title) {
    Document document = new_document();
    document.title = title;
    document.embeddings = Matrix::Constant(2, 100, title == "old" ? 0.1 : 1.0 / 3);
    document.heads = {{Matrix::Constant(100, 4, 0.1), Matrix::Constant(100, 4, 0.2),
                       Matrix::Constant(100, 4, 1.0 / 3)}};
    return document;
}

Saved save(const Document& document, const std::string& path) {
    SaveChoices choices;
    choices.replaces = true;
    return save_document(document, path, std::nullopt, choices);
}

/// Kills a program that keeps saving at a random moment, `times` times.
void kill_savers(int times, std::uint32_t seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TempDir folder;
    const std::string path = folder / "a.attn";
    const Document old_document = large("old"), new_document = large("new");
    ASSERT_FALSE(save(old_document, path).obstacle);
    // Spreads the moments over the time of two savings, however slow the disk is. If it has become
    // so slow that no saving ends, further rounds wait longer.
    const auto start = std::chrono::steady_clock::now();
    ASSERT_FALSE(save(old_document, path).obstacle);
    const auto spread = std::chrono::duration_cast<std::chrono::microseconds>(
                            std::chrono::steady_clock::now() - start)
                            .count() *
                        5 / 2;
    std::mt19937 random(seed);
    int seen[2] = {};
    const auto has_seen_both = [&seen] { return seen[0] > 0 && seen[1] > 0; };
    for (int round = 0; round < times || (!has_seen_both() && round < 10 * times); ++round) {
        const int longer = 1 + round / times;
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (int at = 0;; ++at)
                if (save(at % 2 == 0 ? new_document : old_document, path).obstacle)
                    ::_exit(1);
        }
        std::this_thread::sleep_for(std::chrono::microseconds(random() % (longer * spread)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the saver failed by itself";
        const auto found = open_file(path);
        ASSERT_TRUE(found) << "round " << round << ": " << found.error().text();
        const bool is_new = found->title == "new";
        ASSERT_EQ(*found, is_new ? new_document : old_document) << "round " << round;
        ++seen[is_new ? 1 : 0];
        if (fs::exists(path + "~")) {
            ASSERT_TRUE(open_file(path + "~")) << "the backup of round " << round;
        }
    }
    EXPECT_GT(seen[0], 0) << spread;
    EXPECT_GT(seen[1], 0) << spread;
    ASSERT_FALSE(save(old_document, path).obstacle);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2)
        << "the leftovers of the dead are swept: the file and its backup stay";
}

} // namespace

TEST(SaveUnderKills, F33TheOldOrTheNewDocumentSurvives) {
    kill_savers(300, std::random_device{}());
}
