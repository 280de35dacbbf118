// SPDX-License-Identifier: MIT
// The time to share a short loop with a second core: by the pool, by a thread that is made for
// the loop, and by oneTBB where that is installed. In turn, within one run.
//   pool_benchmark [ROUNDS]
#include "core/engine/numbers/pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#ifdef ATTENTION_HAS_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#endif

namespace {

using namespace attn;
using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration time) {
    return std::chrono::duration<double, std::micro>(time).count();
}

/// Work whose time does not depend on memory.
void count_up(long steps) {
    volatile double number = 1;
    for (long step = 0; step < steps; ++step)
        number = number * 1.0000001;
}

double steps_per_microsecond() {
    constexpr long steps = 200000;
    double best = 0;
    for (int again = 0; again < 20; ++again) {
        const auto begin = Clock::now();
        count_up(steps);
        best = std::max(best, static_cast<double>(steps) / microseconds(Clock::now() - begin));
    }
    return best;
}

/// A second thread for this loop alone.
void by_a_new_thread(const Phase& phase) {
    std::atomic<Index> next{0};
    const auto take_part = [&] {
        for (Index at = 0; (at = next++) < phase.count;)
            phase.work(at, at + 1);
    };
    std::thread other(take_part);
    take_part();
    other.join();
}

struct Way {
    std::string name;
    std::function<void(const Phase& phase)> run;
    std::vector<double> times;
};

void print(const std::string& name, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&](std::size_t tenths) { return times[(times.size() - 1) * tenths / 10]; };
    std::printf("    %-24s %8.1f  [%.1f–%.1f]\n", name.c_str(), at(5), at(1), at(9));
}

} // namespace

int main(int count, char** arguments) {
    const int rounds = std::max(1, count > 1 ? std::atoi(arguments[1]) : 100);
    const double speed = steps_per_microsecond();
    Pool pool(1);
    std::vector<Way> ways;
    const auto alone = [](const Phase& phase) { phase.work(0, phase.count); };
    ways.push_back({"alone", alone, {}});
    ways.push_back({"a thread for the loop", by_a_new_thread, {}});
    ways.push_back(
        {"the pool", [&](const Phase& phase) { pool.run(std::span(&phase, 1), 2); }, {}});
#ifdef ATTENTION_HAS_TBB
    const auto by_tbb = [](const Phase& phase) {
        const auto work = [&](const tbb::blocked_range<Index>& range) {
            phase.work(range.begin(), range.end());
        };
        tbb::parallel_for(tbb::blocked_range<Index>(0, phase.count), work,
                          tbb::simple_partitioner());
    };
    ways.push_back({"tbb::parallel_for", by_tbb, {}});
#endif
    constexpr Index blocks = 16;
    const auto loop_of = [&](double time) {
        const auto work = [=](Index first, Index last) {
            count_up(static_cast<long>(time * speed * static_cast<double>(last - first) / blocks));
        };
        return Phase{blocks, 1, 0, work};
    };
    std::printf("µs, median [first–last tenth] of %d rounds\nfirst use, 200 µs of work\n", rounds);
    for (Way& way : ways) {
        const Phase loop = loop_of(200);
        const auto begin = Clock::now();
        way.run(loop);
        print(way.name, {microseconds(Clock::now() - begin)});
    }
    for (const bool is_rested : {true, false})
        for (const double time : {20, 50, 100, 200, 500, 2000}) {
            const Phase loop = loop_of(time);
            for (int round = 0; round < rounds; ++round)
                for (Way& way : ways) {
                    if (is_rested)
                        std::this_thread::sleep_for(std::chrono::milliseconds(5));
                    else
                        way.run(loop);
                    const auto begin = Clock::now();
                    way.run(loop);
                    way.times.push_back(microseconds(Clock::now() - begin));
                }
            std::printf("%s, %g µs of work\n",
                        is_rested ? "after 5 ms of rest" : "right after another loop", time);
            for (Way& way : ways) {
                print(way.name, way.times);
                way.times.clear();
            }
        }
}
