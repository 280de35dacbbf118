// SPDX-License-Identifier: MIT
// Loops on all cores: each block once, loops one after the other, on threads that come and go.
#include "core/engine/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {

using namespace attn;

constexpr Real much = 1e12; // worth all cores

/// How often each of so many was worked on.
struct Visits {
    explicit Visits(Index count) : of_each(static_cast<std::size_t>(count)) {}
    void add(Index first, Index last) {
        for (Index at = first; at < last; ++at)
            ++of_each[static_cast<std::size_t>(at)];
    }
    bool are_all(int wanted) const {
        for (const auto& one : of_each)
            if (one != wanted)
                return false;
        return true;
    }
    std::vector<std::atomic<int>> of_each;
};

TEST(Parallel, EveryBlockIsWorkedOnOnce) {
    for (const Index count : {0, 1, 7, 64, 1000})
        for (const Index block : {1, 3, 64, 2000})
            for (const Real cost : {0.0, much}) {
                Visits visits(count);
                for_blocks(count, block, cost, [&](Index first, Index last) {
                    EXPECT_LT(first, last);
                    EXPECT_LE(last, count);
                    EXPECT_EQ(first % block, 0);
                    EXPECT_LE(last - first, block);
                    visits.add(first, last);
                });
                EXPECT_TRUE(visits.are_all(1)) << count << " by " << block;
            }
}

TEST(Parallel, APhaseBeginsWhenTheOneBeforeIsDone) {
    constexpr Index count = 500;
    for (int again = 0; again < 50; ++again) {
        Visits first(count), second(count);
        std::atomic<int> early = 0;
        const auto make = [&](Index from, Index to) { first.add(from, to); };
        const auto use = [&](Index from, Index to) {
            early += !first.are_all(1);
            second.add(from, to);
        };
        for_phases({{count, 3, much, make}, {count, 50, much, use}});
        EXPECT_EQ(early, 0);
        EXPECT_TRUE(second.are_all(1));
    }
}

TEST(Parallel, CoresStayFromLoopToLoop) {
    for (const Index cores : {1, 2, 5}) {
        Cores awake(cores);
        for (int loop = 0; loop < 300; ++loop) {
            const Index count = 1 + loop % 40;
            // Gone with the loop: whoever still worked on it would write to another one's.
            Visits visits(count);
            const Index block = 1 + loop % 3;
            for_blocks(&awake, count, block, 0,
                       [&](Index first, Index last) { visits.add(first, last); });
            ASSERT_TRUE(visits.are_all(1)) << "loop " << loop << " on " << cores;
        }
    }
}

TEST(Parallel, OtherCoresTakePart) {
    if (std::thread::hardware_concurrency() < 2)
        GTEST_SKIP() << "There is one core only.";
    using Clock = std::chrono::steady_clock;
    Cores awake(2);
    for (int loop = 0; loop < 3; ++loop) {
        std::atomic<int> begun = 0, met = 0;
        const auto end = Clock::now() + std::chrono::seconds(20);
        // Each block waits for the other to begin: one thread alone would wait for ever.
        awake.run({2, 1, much, [&](Index, Index) {
                       ++begun;
                       while (begun < 2 && Clock::now() < end)
                           std::this_thread::yield();
                       met += begun == 2;
                   }});
        EXPECT_EQ(met, 2);
    }
}

TEST(Parallel, WorkMayHaveLoopsOfItsOwn) {
    Cores awake(3);
    Visits visits(64);
    awake.run({8, 1, much, [&](Index item, Index) {
                   for_blocks(8, 1, much, [&](Index first, Index last) {
                       visits.add(8 * item + first, 8 * item + last);
                   });
               }});
    EXPECT_TRUE(visits.are_all(1));
}

TEST(Parallel, WhatIsCancelledEndsSoonAndLaterPhasesDoNotBegin) {
    Progress progress;
    std::atomic<int> blocks = 0, later = 0;
    const auto count = [&](Index, Index) {
        ++blocks;
        progress.is_cancelled = true;
    };
    for_phases({{100000, 1, much, count}, {100, 1, much, [&](Index, Index) { ++later; }}},
               &progress);
    EXPECT_GE(blocks, 1);
    EXPECT_LT(blocks, 100); // those that had begun, one for each core
    EXPECT_EQ(later, 0);
}

TEST(Parallel, ProgressHearsOfEveryBlock) {
    Progress progress;
    for_phases({{10, 3, 1000, [](Index, Index) {}}, {1, 1, 50, [](Index, Index) {}}}, &progress);
    EXPECT_EQ(progress.done, 1050);
}

TEST(Parallel, LittleWorkIsWorthOneCoreAndMuchIsWorthMore) {
    EXPECT_EQ(cores_worth(0), 1);
    EXPECT_EQ(cores_worth(1000), 1);
    EXPECT_GT(cores_worth(1e9), 1);
    EXPECT_GE(cores_worth(1e300), cores_worth(1e9));
}

} // namespace
