// SPDX-License-Identifier: MIT
// Loops on all cores: each block runs once, loops run one after another, threads are reused.
#include "core/engine/numbers/parallel.h"
#include "core/engine/numbers/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#ifdef __unix__
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace {

using namespace attn;
using Clock = std::chrono::steady_clock;

constexpr Real much = 1e12; // worth using all cores

/// How often each of `count` items was worked on.
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

/// Blocks that wait until all have begun; on a single thread this would never end.
class Meeting {
public:
    explicit Meeting(int all) : all_(all), end_(Clock::now() + std::chrono::seconds(20)) {}
    void attend() {
        ++begun_;
        while (begun_ < all_ && Clock::now() < end_)
            std::this_thread::yield();
        met_ += begun_ == all_;
    }
    int met() const { return met_; }

private:
    const int all_;
    const Clock::time_point end_;
    std::atomic<int> begun_ = 0, met_ = 0;
};

TEST(Parallel, EveryBlockIsDoneOnce) {
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

TEST(Parallel, APhaseStartsAfterTheOneBefore) {
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

TEST(Parallel, OtherCoresTakePart) {
    if (std::thread::hardware_concurrency() < 2)
        GTEST_SKIP() << "There is one core only.";
    for (int loop = 0; loop < 3; ++loop) {
        Meeting meeting(2);
        for_blocks(2, 1, much, [&](Index, Index) { meeting.attend(); });
        EXPECT_EQ(meeting.met(), 2);
    }
}

TEST(Parallel, LoopsMayBeNested) {
    Visits visits(64);
    for_blocks(8, 1, much, [&](Index item, Index) {
        for_blocks(8, 1, much,
                   [&](Index first, Index last) { visits.add(8 * item + first, 8 * item + last); });
    });
    EXPECT_TRUE(visits.are_all(1));
}

TEST(Parallel, CancellingEndsSoonAndSkipsLaterPhases) {
    Progress progress;
    std::atomic<int> blocks = 0, later = 0;
    const auto count = [&](Index, Index) {
        ++blocks;
        progress.is_cancelled = true;
    };
    for_phases({{100000, 1, much, count}, {100, 1, much, [&](Index, Index) { ++later; }}},
               &progress);
    EXPECT_GE(blocks, 1);
    EXPECT_LT(blocks, 100); // blocks that had begun, one per core
    EXPECT_EQ(later, 0);
}

TEST(Parallel, ProgressCountsEveryBlock) {
    Progress progress;
    for_phases({{10, 3, 1000, [](Index, Index) {}}, {1, 1, 50, [](Index, Index) {}}}, &progress);
    EXPECT_EQ(progress.done, 1050);
}

#ifdef __unix__
TEST(Parallel, AForkedProcessComputesAlone) {
    // Waits until the threads are running: the sanitizer's locks do not survive a fork while a
    // thread starts.
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    while (std::chrono::steady_clock::now() < until)
        for_blocks(1000, 1, much, [](Index, Index) {});
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::alarm(60); // Ends a hang.
        Visits visits(1000);
        for_blocks(1000, 1, much, [&](Index first, Index last) { visits.add(first, last); });
        // NOLINTNEXTLINE(concurrency-mt-unsafe): it has one thread.
        std::exit(visits.are_all(1) ? 7 : 8);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 7);
}
#endif

/// A pool that may have more threads than this machine has cores.
Pool pool_of_five() {
    return Pool(4);
}

/// The phase of a loop over `count` single blocks.
Phase loop_of(Index count, std::function<void(Index first, Index last)> work) {
    return {count, 1, 0, std::move(work)};
}

void run(Pool& pool, const Phase& phase, Index cores) {
    pool.run(std::span(&phase, 1), cores);
}

/// Whether it becomes idle within the test's time.
bool comes_to_rest(const Pool& pool) {
    const auto end = Clock::now() + std::chrono::seconds(20);
    while (!pool.is_asleep() && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return pool.is_asleep();
}

TEST(Pool, KeepsItsThreadsBetweenLoops) {
    Pool pool = pool_of_five();
    for (int loop = 0; loop < 3000; ++loop) {
        const Index count = 1 + loop % 40;
        // Ends with the loop: a late worker would write into the next one's.
        Visits visits(count);
        run(pool, loop_of(count, [&](Index first, Index last) { visits.add(first, last); }),
            1 + loop % 5);
        ASSERT_TRUE(visits.are_all(1)) << "loop " << loop;
        if (loop % 500 == 0) {
            ASSERT_TRUE(comes_to_rest(pool)) << "loop " << loop;
        }
    }
}

TEST(Pool, AllThreadsTakePart) {
    Pool pool = pool_of_five();
    for (int loop = 0; loop < 3; ++loop) {
        Meeting meeting(5);
        run(pool, loop_of(5, [&](Index, Index) { meeting.attend(); }), 5);
        EXPECT_EQ(meeting.met(), 5);
        ASSERT_TRUE(comes_to_rest(pool));
    }
}

TEST(Pool, ServesSeveralCallersWithNestedLoops) {
    Pool pool = pool_of_five();
    std::vector<std::thread> callers;
    std::atomic<int> wrong = 0;
    for (int caller = 0; caller < 20; ++caller) // more callers than can share work at once
        callers.emplace_back([&] {
            for (int loop = 0; loop < 30; ++loop) {
                Visits visits(48);
                const auto inner = [&](Index item) {
                    run(pool,
                        loop_of(6,
                                [&, item](Index first, Index last) {
                                    visits.add(6 * item + first, 6 * item + last);
                                }),
                        3);
                };
                run(pool, loop_of(8, [&](Index first, Index) { inner(first); }), 5);
                wrong += !visits.are_all(1);
            }
        });
    for (std::thread& caller : callers)
        caller.join();
    EXPECT_EQ(wrong, 0);
}

TEST(Pool, LittleWorkNeedsNoThread) {
    Pool pool = pool_of_five();
    const auto here = std::this_thread::get_id();
    const auto is_done_here = [&] {
        std::atomic<int> elsewhere = 0;
        run(pool,
            loop_of(200, [&](Index, Index) { elsewhere += std::this_thread::get_id() != here; }),
            1);
        return elsewhere == 0;
    };
    EXPECT_TRUE(is_done_here());
    run(pool, loop_of(100, [](Index, Index) {}), 5);
    ASSERT_TRUE(comes_to_rest(pool));
    EXPECT_TRUE(is_done_here());
}

TEST(Pool, UsesNoTimeAtRest) {
    Pool pool = pool_of_five();
    run(pool, loop_of(100, [](Index, Index) {}), 5);
    ASSERT_TRUE(comes_to_rest(pool));
    const std::clock_t before = std::clock(); // of all threads
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const double spent = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    EXPECT_LT(spent, 0.1); // one thread that never sleeps would take 0.3 s
    EXPECT_TRUE(pool.is_asleep());
}

TEST(Pool, AfterItsEndCallersDoTheWork) {
    Pool pool = pool_of_five();
    run(pool, loop_of(100, [](Index, Index) {}), 5);
    pool.end();
    EXPECT_TRUE(pool.is_asleep());
    Visits visits(100);
    run(pool, loop_of(100, [&](Index first, Index last) { visits.add(first, last); }), 5);
    EXPECT_TRUE(visits.are_all(1));
}

TEST(Pool, CanEndWhileItsThreadsStart) {
    for (int again = 0; again < 200; ++again) {
        Pool pool = pool_of_five();
        run(pool, loop_of(again % 3, [](Index, Index) {}), 5);
    }
}

} // namespace
