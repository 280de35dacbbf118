// SPDX-License-Identifier: MIT
// Unsaved work is kept while the wall clock jumps. This program replaces the clock: each reading is
// years before or after the last.
#include "tests/support/file_desk.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

namespace {

constexpr time_t year = 365 * 24 * 3600;
constexpr std::array<time_t, 5> jumps = {10 * year, -30 * year, 0, 60 * year, -55 * year};
std::atomic<std::size_t> clock_looks{0};

int look(clockid_t clock, timespec* now) {
    if (::syscall(SYS_clock_gettime, clock, now) != 0)
        return -1;
    if (clock == CLOCK_REALTIME)
        now->tv_sec += jumps[clock_looks++ % jumps.size()];
    return 0;
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
    return look(clock, now);
}
extern "C" time_t time(time_t* also) noexcept {
    timespec now{};
    look(CLOCK_REALTIME, &now);
    if (also)
        *also = now.tv_sec;
    return now.tv_sec;
}

using namespace app;
using namespace attn;
using namespace attn::test;

namespace {

bool holds(const std::filesystem::path& folder, const std::string& text) {
    for (const auto& found : std::filesystem::recursive_directory_iterator(folder)) {
        if (!found.is_regular_file())
            continue;
        std::ifstream file(found.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        if (bytes.find(text) != std::string::npos)
            return true;
    }
    return false;
}

} // namespace

TEST(ClockJumps, F55UnsavedWorkIsWrittenInTimeAndOfferedOnce) {
    using namespace std::chrono_literals;
    const std::size_t before = clock_looks;
    std::set<time_t> times;
    for (std::size_t at = 0; at < jumps.size(); ++at)
        times.insert(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()) / year);
    ASSERT_GE(clock_looks, before + jumps.size())
        << "this program's clock is the one that is asked";
    ASSERT_GE(times.size(), 4U);

    const TempDir home;
    {
        FileDesk desk(home), other(home);
        desk.change(0.4375);
        other.change(0.8125);
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (!(holds(home / "state", "0.4375") && holds(home / "state", "0.8125")) &&
               std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(10ms);
        EXPECT_TRUE(holds(home / "state", "0.4375")) << "written by itself";
        EXPECT_TRUE(holds(home / "state", "0.8125")) << "each window has a journal of its own";
        ::setenv("TZ", "Pacific/Kiritimati", 1);
        ::tzset();
        desk.die();
        other.die();
    }
    FileDesk next(home);
    ASSERT_TRUE(next.ui().recovery.offer);
    EXPECT_EQ(next.ui().recovery.offer->works.size(), 2U);
    for (const OfferedWork& work : next.ui().recovery.offer->works) {
        EXPECT_EQ(work.fault, "");
        EXPECT_NE(work.when, "");
    }
    next.press(Key::Enter);
    EXPECT_TRUE(next.value() == 0.4375 || next.value() == 0.8125) << next.value();
    ::unsetenv("TZ");
}
