// SPDX-License-Identifier: MIT
// The thread that runs the layers of a model's folder: the newest document counts.
#include "app/explaining/folder_runner.h"
#include "core/checkpoint/checkpoint_document.h"
#include "core/document/model/model.h"
#include "tests/support/sparse_model.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>

namespace attn::folder_words_test {

using app::FolderAnswer;
using app::FolderRunner;

namespace {

/// One head of a model's first layer, read for its first tokens.
Document head_of(const std::string& folder, Index words) {
    const auto model = checkpoint::open_model(folder);
    EXPECT_TRUE(model) << model.error().text();
    checkpoint::Choice choice;
    choice.ids.resize(static_cast<std::size_t>(words));
    std::iota(choice.ids.begin(), choice.ids.end(), 0);
    for (const Index id : choice.ids)
        choice.words.push_back(std::to_string(id));
    choice.head = 0;
    auto made = checkpoint::checkpoint_document(*model, choice);
    EXPECT_TRUE(made) << made.error().text();
    return made->document;
}

app::FolderWish wish(Document document, bool is_wanted = false) {
    return {std::move(document), app::FolderWish::Of::Words, "", is_wanted};
}

struct Waiter {
    std::mutex mutex;
    std::condition_variable changed;
    int times = 0;

    std::function<void()> wake() {
        return [this] {
            const std::lock_guard lock(mutex);
            ++times;
            changed.notify_one();
        };
    }
    bool waits() {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, std::chrono::seconds(60), [this] { return times > 0; });
    }
};

const std::string small = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2";

} // namespace

TEST(FolderRunner, AbandonsWhatRunsForAnOlderDocument) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder, {.speaks = true});
    const Document older = head_of(folder.path().string(), 20), newer = head_of(small, 4);
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    EXPECT_FALSE(runner.fraction());
    runner.ask(wish(older, true)); // takes minutes
    while (runner.fraction() == 0.0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(runner.fraction());
    runner.ask(wish(newer));
    ASSERT_TRUE(waiter.waits());
    const auto answer = runner.take();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->wish.document, newer);
    ASSERT_TRUE(answer->likely) << answer->likely.error().text();
    EXPECT_EQ(answer->likely->size(), 32);
    EXPECT_NEAR(answer->likely->sum(), 1, 1e-12);
    EXPECT_EQ(answer->texts->at(31), "31") << "the folder has no tokenizer";
    EXPECT_FALSE(runner.take());
}

TEST(FolderRunner, AsksBeforeItRunsForMinutes) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder, {.speaks = true});
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    runner.ask(wish(head_of(folder.path().string(), 20)));
    ASSERT_TRUE(waiter.waits());
    const auto answer = runner.take();
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->likely);
    EXPECT_GT(answer->weights_to_ask, Index{6'000'000'000});
}

TEST(FolderRunner, CancellingIsPromptAndBringsNothing) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder, {.speaks = true});
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    runner.ask(wish(head_of(folder.path().string(), 20), true));
    while (runner.fraction() == 0.0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    runner.cancel();
    EXPECT_FALSE(runner.fraction());
    const auto begin = std::chrono::steady_clock::now();
    while (runner.is_working())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(waited.count(), 5) << "seconds, checked for mistakes and on a busy machine";
    const auto answer = runner.take();
    EXPECT_FALSE(answer) << (answer->likely ? "answered" : answer->likely.error().text());
    EXPECT_EQ(waiter.times, 0);
}

TEST(FolderRunner, AModelThatSaysNothingIsNotAskedAbout) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder);
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    runner.ask(wish(head_of(folder.path().string(), 20)));
    ASSERT_TRUE(waiter.waits());
    const auto answer = runner.take();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->weights_to_ask, 0);
    EXPECT_NE(answer->likely.error().message.find("lm_head.weight\" is missing"),
              std::string::npos);
}

/// An answer of the same model is the one of a newly opened folder: what is kept changes nothing.
TEST(FolderRunner, KeepsWhatEditsDoNotChange) {
    Document document = head_of(small, 5);
    SharedMatrix* const own = input(document, {Stage::W_V});
    ASSERT_NE(own, nullptr);
    Matrix w_v = **own;
    const auto answer_of = [](FolderRunner& runner, Waiter& waiter, const Document& of) {
        waiter.times = 0;
        runner.ask(wish(of));
        EXPECT_TRUE(waiter.waits());
        const auto answer = runner.take();
        EXPECT_TRUE(answer && answer->likely);
        return *answer->likely;
    };
    Waiter waiter, other_waiter;
    FolderRunner runner(waiter.wake()), other(other_waiter.wake());
    const Vector before = answer_of(runner, waiter, document);
    w_v(2, 1) += 4;
    *own = w_v;
    const Vector after = answer_of(runner, waiter, document);
    EXPECT_NE(before, after);
    EXPECT_EQ(after, answer_of(other, other_waiter, document));
}

/// The heads of a layer, by the same run as the command line's.
TEST(FolderRunner, SaysWhatHeadsDo) {
    const auto model = checkpoint::open_model(small);
    ASSERT_TRUE(model);
    checkpoint::Choice choice;
    choice.ids = {3, 1, 4};
    choice.words = {"3", "1", "4"};
    choice.layer = 1;
    const auto made = checkpoint::checkpoint_document(*model, choice);
    ASSERT_TRUE(made) << made.error().text();
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    runner.ask({made->document, app::FolderWish::Of::Heads});
    ASSERT_TRUE(waiter.waits());
    const auto answer = runner.take();
    ASSERT_TRUE(answer && answer->effects);
    auto folder = typing::open_folder(*made->document.origin);
    ASSERT_TRUE(folder);
    const auto changes = typing::changes_by_heads(*folder, made->document);
    ASSERT_TRUE(changes);
    EXPECT_EQ(answer->effects->heads, changes->heads);
    EXPECT_EQ(answer->effects->word, std::to_string(changes->token));
    EXPECT_EQ(answer->effects->likely, changes->likely.maxCoeff());
}

TEST(FolderRunner, AsksBeforeItRunsForMinutesForHeads) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder, {.speaks = true});
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    runner.ask({head_of(folder.path().string(), 20), app::FolderWish::Of::Heads});
    ASSERT_TRUE(waiter.waits());
    const auto answer = runner.take();
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->effects);
    EXPECT_GT(answer->weights_to_ask, Index{3} * 6'000'000'000);
}

TEST(FolderRunner, CancellingHeadsIsPromptAndBringsNothing) {
    const test::TempDir folder;
    (void)test::write_sparse_model(folder, {.speaks = true});
    Waiter waiter;
    FolderRunner runner(waiter.wake());
    runner.ask(
        {head_of(folder.path().string(), 20), app::FolderWish::Of::Heads, std::string(), true});
    while (runner.fraction() == 0.0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    runner.cancel();
    const auto begin = std::chrono::steady_clock::now();
    while (runner.is_working())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(waited.count(), 5) << "seconds, checked for mistakes and on a busy machine";
    EXPECT_FALSE(runner.take());
}

} // namespace attn::folder_words_test
