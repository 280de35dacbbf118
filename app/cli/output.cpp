// SPDX-License-Identifier: MIT
#include "app/cli/output.h"

#include "app/cli/input.h"
#include "core/io/journal/file.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace app::cli {
namespace {

/// Returns 0 or the error number. Waits for a non-blocking pipe.
int write_whole(int number, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(number, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd wait = {number, POLLOUT, 0};
            (void)::poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

} // namespace

ExitCode write_result(std::string_view bytes) {
    const int code = write_whole(STDOUT_FILENO, bytes);
    if (code == 0 || code == EPIPE)
        return ExitCode::Done;
    say(std::string("the result could not be written to standard output: ") + std::strerror(code));
    return ExitCode::NotWritten;
}

bool is_standard_output(const std::string& path) {
    return path.empty() || path == standard_stream;
}

bool would_spoil_terminal(const std::string& path, std::string_view kind) {
    if (!is_standard_output(path) || ::isatty(STDOUT_FILENO) == 0)
        return false;
    say(std::string(kind) + " is not text, so it is not printed on a terminal; name a file, or "
                            "send it to another program with |");
    return true;
}

ExitCode write_result(std::string_view bytes, const std::string& path, attn::io::Flush flush) {
    if (is_standard_output(path))
        return write_result(bytes);
    const auto written = attn::io::write_file(path, bytes, flush);
    if (written)
        return ExitCode::Done;
    say(written.error());
    return ExitCode::NotWritten;
}

void tell(std::string_view text) {
    // If this fails too, the failure cannot be reported anywhere.
    (void)write_whole(STDERR_FILENO, text);
}

void say(std::string_view message) {
    tell("attention-lab: " + std::string(message) + "\n");
}

void say(const attn::Error& error) {
    say(error.text());
}

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
