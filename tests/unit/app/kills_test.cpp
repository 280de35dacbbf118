// SPDX-License-Identifier: MIT
// Kills a scripted hour of edits at random moments and expects to recover every edit older than one
// second.
#include "app/files/saving.h"
#include "app/session/session.h"
#include "core/io/document/library.h"
#include "core/io/journal/journal.h"
#include "tests/support/random_document.h"
#include "tests/support/temp_dir.h"
#include "tests/support/times.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace app;
using namespace attn;
using attn::test::Random;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int hour = 3600;         // an edit in each second of it
constexpr int further = 400;       // steps while waiting for the kill, a hundred per second
constexpr int longest_wait = 2000; // milliseconds

/// Makes a step of the hour. A drag changes one number many times; calls `seen` after each change.
template <class Seen>
void do_step(Session& session, int step, const Seen& seen) {
    Random random(static_cast<std::uint32_t>(step) + 1);
    const Document& now = session.document();
    Outbox& outbox = session.outbox;
    const Place place{
        {Stage::X}, random.whole(0, token_count(now) - 1), random.whole(0, d_model(now) - 1)};
    switch (random.whole(0, 9)) {
    case 0:
        outbox.edit(RenameToken{place.row, "word" + std::to_string(step)});
        break;
    case 1:
        if (token_count(now) < 6)
            outbox.edit(InsertToken{place.row, "new" + std::to_string(step), {}});
        break;
    case 2:
        if (token_count(now) > 2)
            outbox.edit(RemoveToken{place.row});
        break;
    case 3:
        outbox.post(Undo{});
        break;
    case 4:
        outbox.post(Redo{});
        break;
    case 5:
        outbox.edit(SetTemperature{random.real(0.1, 4)});
        break;
    case 6:
        for (int move = 0; move < 20; ++move) {
            outbox.edit(SetCell{place, random.real(-2, 2)}, static_cast<Gesture>(step) + 1);
            session.carry_out(io::open_document);
            seen();
        }
        return;
    default:
        outbox.edit(SetCell{place, random.real(-2, 2)});
    }
    session.carry_out(io::open_document);
    seen();
}

/// Written by the killed process: when each step was done.
struct Told {
    std::atomic<int> steps;
    std::atomic<Clock::rep> done[hour + further + 1];
};

void run_until_killed(const std::string& state, int start, Told& told) {
    Session session(new_document());
    begin_keeping(session, state);
    for (int step = 0; step < start + further; ++step) {
        do_step(session, step, [] {});
        told.done[step] = Clock::now().time_since_epoch().count();
        if (step < start)
            continue; // The past of the hour passes in a moment,
        if (step == start)
            session.work.keeping().flush(); // but its edits count as old as they would be.
        told.steps = step + 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::pause();
}

/// Measures, throughout its life, the longest time that this machine takes to write one line to
/// disk. A journal cannot be faster.
class Lateness {
public:
    Lateness() : thread_([this] { measure(); }) {}
    ~Lateness() { stop(); }
    Lateness(const Lateness&) = delete;
    Lateness& operator=(const Lateness&) = delete;

    Clock::duration stop() {
        is_over_ = true;
        if (thread_.joinable())
            thread_.join();
        return worst_;
    }

private:
    void measure() {
        const test::TempDir folder;
        const std::string name = folder.path().string() + "/line";
        while (!is_over_) {
            const auto begin = Clock::now() + std::chrono::milliseconds(10);
            std::this_thread::sleep_until(begin);
            const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            if (file < 0 || ::write(file, "line\n", 5) != 5 || ::fsync(file) != 0)
                std::abort();
            ::close(file);
            worst_ = std::max(worst_, Clock::now() - begin);
        }
    }

    std::atomic<bool> is_over_ = false;
    Clock::duration worst_{};
    std::thread thread_;
};

} // namespace

TEST(RecoveryUnderKills, LosesNoEditOlderThanASecond) {
    const std::uint32_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<Document> states;  // after each change
    std::vector<std::size_t> ends; // how many states there are after each step
    {
        Session session(new_document());
        for (int step = 0; step < hour + further; ++step) {
            do_step(session, step, [&] { states.push_back(session.document()); });
            ends.push_back(states.size());
        }
    }
    const int kills = attn::test::times(40);
    constexpr int at_once = 4; // more processes would wait for each other, not for the disk
    for (int round = 0; round < kills / at_once; ++round) {
        struct Child {
            std::unique_ptr<test::TempDir> state = std::make_unique<test::TempDir>();
            Told* told = nullptr;
            pid_t process = 0;
            int status = 0;
            Clock::time_point killed;
        };
        std::vector<Child> children(at_once);
        for (Child& child : children) {
            child.told = static_cast<Told*>(::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE,
                                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0));
            ASSERT_NE(child.told, MAP_FAILED);
            const int start = static_cast<int>(random() % hour);
            child.process = ::fork();
            ASSERT_GE(child.process, 0);
            if (child.process == 0) {
                run_until_killed(child.state->path().string(), start, *child.told);
                ::_exit(0);
            }
        }
        Lateness disk;
        std::vector<std::thread> killers; // one per child, so that none waits for another's moment
        for (Child& child : children)
            killers.emplace_back([&child, wait = random() % longest_wait] {
                while (child.told->steps == 0) // still in the past of its hour
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                std::this_thread::sleep_for(std::chrono::milliseconds(wait));
                ::kill(child.process, SIGKILL);
                child.killed = Clock::now();
                ::waitpid(child.process, &child.status, 0);
            });
        for (std::thread& killer : killers)
            killer.join();
        const Clock::duration allowed = std::chrono::seconds(1) + disk.stop();
        for (Child& child : children) {
            ASSERT_TRUE(WIFSIGNALED(child.status));
            const int steps = child.told->steps;
            int safe = steps; // steps older than a second plus the disk's delay
            while (safe > 0 && Clock::time_point(Clock::duration(child.told->done[safe - 1])) >
                                   child.killed - allowed)
                --safe;
            const auto lost = io::lost_work(child.state->path().string() + "/recovery");
            ASSERT_EQ(lost.size(), 1U) << "after " << steps << " steps";
            ASSERT_TRUE(lost[0].workspace) << lost[0].fault.text();
            const Document& found = lost[0].workspace->document();
            // The last step may be done or half done without having been reported.
            const auto nth = [&](std::size_t n) {
                return states.begin() + static_cast<std::ptrdiff_t>(n);
            };
            const auto from = nth(safe > 0 ? ends[static_cast<std::size_t>(safe) - 1] - 1 : 0);
            const auto to = nth(ends[std::min(static_cast<std::size_t>(steps), ends.size() - 1)]);
            EXPECT_NE(std::find(from, to, found), to)
                << "killed after " << steps << " steps, of which " << safe
                << " were older than a second";
            ::munmap(child.told, sizeof(Told));
        }
    }
}
