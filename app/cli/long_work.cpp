// SPDX-License-Identifier: MIT
#include "app/cli/long_work.h"

#include "app/cli/progress_line.h"

#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace app::cli {
namespace {

using namespace attn;
using namespace std::chrono_literals;

/// The signals that end the program, except those that the parent process ignores.
sigset_t ending_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now = {};
        if (::sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&set, number);
    }
    return set;
}

/// The signal of the set that has arrived, or 0.
int came(const sigset_t& set) {
    const timespec at_once = {};
    const int number = ::sigtimedwait(&set, nullptr, &at_once);
    return number > 0 ? number : 0;
}

/// Returns for example "reading the model, 43 %".
std::string text_of(const std::string& doing, const Progress& progress) {
    const auto total = progress.total.load(), done = progress.done.load();
    return doing +
           (total > 0 ? ", " + std::to_string(100 * done / total) + " %" : std::string(" …"));
}

} // namespace

void do_long_work(const std::string& doing, const std::function<void(Progress&)>& work) {
    constexpr auto pause = 50ms;
    ProgressLine line;
    // Blocked before another thread starts, so that no thread ends the program.
    const sigset_t set = ending_signals();
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &set, &before);
    Progress progress;
    std::mutex mutex;
    std::condition_variable ended;
    bool has_ended = false;
    std::exception_ptr thrown; // for example if memory does not suffice
    std::thread worker([&] {
        try {
            work(progress);
        } catch (...) {
            thrown = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        has_ended = true;
        ended.notify_one();
    });
    int signal = 0;
    {
        std::unique_lock lock(mutex);
        while (!ended.wait_for(lock, pause, [&] { return has_ended; })) {
            if (signal == 0 && (signal = came(set)) != 0)
                progress.is_cancelled = true;
            if (signal == 0)
                line.now([&] { return text_of(doing, progress); });
        }
    }
    worker.join();
    line.end("");
    if (signal == 0)
        signal = came(set);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (signal != 0)
        (void)::raise(signal);
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace app::cli
