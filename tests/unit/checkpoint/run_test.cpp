// SPDX-License-Identifier: MIT
// Reads no more of a model than necessary: of tens of GB a head takes a few MB; progress counts
// every weight, and cancelling does not wait for the end of a layer.
#include "core/checkpoint/checkpoint_document.h"
#include "core/checkpoint/run.h"
#include "tests/support/measured.h"
#include "tests/support/sparse_model.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace attn::run_test {

using namespace checkpoint;

namespace {

const std::string checkpoints = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/";

Choice two_words(Index layer, std::optional<Index> head) {
    Choice choice;
    choice.ids = {2, 1};
    choice.words = {"a", "b"};
    choice.layer = layer;
    choice.head = head;
    return choice;
}

checkpoint::Model opened(const std::string& folder) {
    auto model = open_model(folder);
    EXPECT_TRUE(model) << (model ? "" : model.error().text());
    return *std::move(model);
}

} // namespace

TEST(ModelRun, ProgressCountsEveryWeightOnce) {
    for (const char* name : {"gpt2", "bert", "llama", "gemma"}) {
        const checkpoint::Model model = opened(checkpoints + name);
        Progress all, part;
        ASSERT_TRUE(run_all(model, std::vector<Index>{2, 1}, nullptr, &all));
        EXPECT_EQ(all.total, 2 * weights_in_layer(model.config)) << name;
        EXPECT_EQ(all.done, all.total) << name;
        ASSERT_TRUE(checkpoint_document(model, two_words(1, 0), &part));
        EXPECT_EQ(part.total, weights_in_layer(model.config));
        EXPECT_EQ(part.done, part.total) << name;
    }
}

TEST(ModelRun, OneHeadReadsOnlyItsOwnWeights) {
    const test::TempDir folder;
    const std::string path = test::write_sparse_model(folder);
    ASSERT_GT(std::filesystem::file_size(path), std::uintmax_t{20'000'000'000});
    const auto attempt = test::measured([&]() -> std::string {
        checkpoint::Model model = opened(folder.path().string());
        std::uint64_t bytes = 0;
        for (WeightFile& file : model.weights.files)
            file.bytes.read = [read = file.bytes.read, &bytes](std::uint64_t offset,
                                                               std::span<char> into) {
                bytes += into.size();
                return read(offset, into);
            };
        const auto made = checkpoint_document(model, two_words(0, 31));
        if (!made)
            return made.error().text();
        // Three projections of a head, a norm and two embeddings, in float32.
        constexpr std::uint64_t needed = (3 * 128 + 1 + 2) * 4096 * 4;
        return bytes == needed ? "read" : std::to_string(bytes) + " bytes";
    });
    EXPECT_EQ(attempt.text, "read");
    EXPECT_LT(attempt.megabytes, 1024);
    const checkpoint::Model model = opened(folder.path().string());
    Choice block = two_words(0, std::nullopt);
    block.is_block = true;
    const auto refused = checkpoint_document(model, block);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text().find(
                  "million numbers; a file holds at most 8.4 million. Import the attention without "
                  "its block, or one head alone"),
              std::string::npos)
        << refused.error().text();
}

TEST(ModelRun, CancellingDoesNotWaitForALayer) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder);
    const checkpoint::Model model = opened(folder.path().string());
    Progress progress;
    std::atomic<bool> has_ended = false;
    std::thread reader([&] {
        (void)checkpoint_document(model, two_words(20, 0), &progress);
        has_ended = true;
    });
    while (progress.done == 0 && !has_ended)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto asked = std::chrono::steady_clock::now();
    progress.is_cancelled = true;
    reader.join();
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - asked;
    EXPECT_LT(progress.done, weights_in_layer(model.config)) << "the first layer was not done";
    EXPECT_LT(waited.count(), 2) << "seconds, checked for mistakes and on a busy machine";
}

} // namespace attn::run_test
