// SPDX-License-Identifier: MIT
#include "app/system/signals.h"

#include "app/files/crash_reports.h"

#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <span>
#include <string>

namespace app {
namespace {

sigset_t waited_for() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGUSR1})
        sigaddset(&set, number);
    return set;
}

} // namespace

EndSignals::EndSignals(std::function<void()> wake) {
    const sigset_t set = waited_for();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::thread([this, set, wake = std::move(wake)] {
        int number = 0;
        while (::sigwait(&set, &number) != 0 || number == 0) {
        }
        if (number == SIGUSR1) // sent by the destructor
            return;
        received_ = number;
        wake();
    });
}

EndSignals::~EndSignals() {
    ::pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
}

namespace {

std::string without_window(std::chrono::seconds patience) {
    const auto named = [](const char* name) {
        const char* const value = std::getenv(name);
        return value && *value ? std::string(name) + " " + value : std::string();
    };
    const std::string wayland = named("WAYLAND_DISPLAY");
    const std::string display = wayland.empty() ? named("DISPLAY") : wayland;
    return "no window came up within " + std::to_string(patience.count()) + " seconds (" +
           (display.empty() ? "no display is named" : display) +
           "): the desktop or its graphics driver does not answer. Start again; if it happens "
           "again, try LIBGL_ALWAYS_SOFTWARE=1. Without a window Attention Lab works on the "
           "command line: see attention-lab --help";
}

} // namespace

StartGuard::StartGuard(std::chrono::seconds patience) {
    thread_ = std::thread([this, patience, starting = ::pthread_self()] {
        std::unique_lock lock(mutex_);
        if (changed_.wait_for(lock, patience, [this] { return is_done_; }))
            return;
        constexpr int no_display = 4;
        end_with_report(starting, without_window(patience), no_display);
    });
}

StartGuard::~StartGuard() {
    {
        const std::lock_guard lock(mutex_);
        is_done_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

// A report is written when nothing can be trusted, least of all the heap. So this file only calls
// functions that a signal handler may call (signal-safety(7)), and backtrace(), which loaded its
// library when the handlers were installed.

namespace {

constexpr std::array fatal{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

template <std::size_t size>
struct Text {
    std::array<char, size> letters{}; // zero-terminated

    void set(std::string_view text) {
        const std::size_t count = std::min(text.size(), size - 1);
        std::copy_n(text.begin(), count, letters.begin());
        std::fill(letters.begin() + static_cast<std::ptrdiff_t>(count), letters.end(), '\0');
    }
    void add(std::string_view text) {
        const std::size_t used = std::strlen(letters.data());
        const std::size_t count = std::min(text.size(), size - 1 - used);
        std::copy_n(text.begin(), count, letters.begin() + static_cast<std::ptrdiff_t>(used));
    }
    std::string_view view() const { return letters.data(); }
};

/// The data that handlers read.
struct Notes {
    Text<4096> file;       // empty: the report goes to standard error
    Text<4096> unfinished; // the report's file while it is written
    Text<64> version;
    Text<1024> said; // the text of an assertion or exception
    Text<512> fault; // for a fault that is not a signal
    std::atomic<int> code = 1;
    std::array<Text<256>, 4> of{};
    std::array<struct sigaction, fatal.size()> before{};
    alignas(std::max_align_t) std::array<char, std::size_t{64} << 10> stack{};
    std::atomic_flag is_written;
};
Notes notes;

void write_out(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(to, text.data(), text.size());
        if (count < 0 && errno != EINTR)
            return;
        text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

/// Writes the digits of a number, with at least `count` digits.
struct Digits {
    std::array<char, 24> letters{};
    std::size_t count = 0;
    Digits(std::uint64_t number, std::size_t least, unsigned base = 10) {
        do {
            letters[letters.size() - ++count] = "0123456789abcdef"[number % base];
            number /= base;
        } while (number != 0 || count < least);
    }
    std::string_view view() const { return {letters.data() + letters.size() - count, count}; }
};

void write_now(int to) {
    using namespace std::chrono;
    const auto now = floor<seconds>(system_clock::now());
    const auto day = floor<days>(now);
    const year_month_day date{day};
    const hh_mm_ss clock{now - day};
    const auto number = [to](auto value, std::size_t least) {
        write_out(to, Digits(static_cast<std::uint64_t>(value), least).view());
    };
    number(static_cast<int>(date.year()), 4);
    write_out(to, "-");
    number(static_cast<unsigned>(date.month()), 2);
    write_out(to, "-");
    number(static_cast<unsigned>(date.day()), 2);
    write_out(to, " at ");
    number(clock.hours().count(), 2);
    write_out(to, ":");
    number(clock.minutes().count(), 2);
    write_out(to, ":");
    number(clock.seconds().count(), 2);
    write_out(to, " UTC");
}

/// Makes the folders of the file, accessible only to the user.
void make_folders() {
    auto& letters = notes.file.letters;
    for (auto at = letters.begin() + 1; at != letters.end() && *at != '\0'; ++at)
        if (*at == '/') {
            *at = '\0';
            ::mkdir(letters.data(), 0700);
            *at = '/';
        }
}

void write_to(int to, std::string_view fault, std::string_view place) {
    const auto line = [to](std::string_view word, std::string_view text) {
        constexpr std::string_view space = "            ";
        if (text.empty())
            return;
        write_out(to, word);
        write_out(to, space.substr(word.size()));
        write_out(to, text);
        write_out(to, "\n");
    };
    line("version", notes.version.view());
    write_out(to, "when        ");
    write_now(to);
    write_out(to, "\nfault       ");
    write_out(to, fault);
    write_out(to, place);
    write_out(to, "\n");
    line("said", notes.said.view());
    line("doing", notes.of[static_cast<std::size_t>(CrashNote::Doing)].view());
    line("request", notes.of[static_cast<std::size_t>(CrashNote::Request)].view());
    line("document", notes.of[static_cast<std::size_t>(CrashNote::Document)].view());
    line("drawing", notes.of[static_cast<std::size_t>(CrashNote::Drawing)].view());
    write_out(to, "calls, the last first (addr2line -Cfe attention-lab-window ADDRESS):\n");
    std::array<void*, 64> calls{};
    const int count = ::backtrace(calls.data(), static_cast<int>(calls.size()));
    ::backtrace_symbols_fd(calls.data(), count, to);
}

/// Writes to the file, or to standard error. `sentence` begins the message on standard error.
void write_everywhere(std::string_view sentence, std::string_view fault, std::string_view place) {
    int file = -1;
    if (!notes.file.view().empty()) {
        make_folders();
        file =
            ::open(notes.unfinished.letters.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    }
    write_out(STDERR_FILENO, "attention-lab: ");
    write_out(STDERR_FILENO, sentence);
    write_out(STDERR_FILENO, fault);
    if (file < 0) {
        write_out(STDERR_FILENO, "\n");
        return write_to(STDERR_FILENO, fault, place);
    }
    write_out(STDERR_FILENO, "; a report is in ");
    write_out(STDERR_FILENO, notes.file.view());
    write_out(STDERR_FILENO, "\n");
    write_to(file, fault, place);
    ::close(file);
    ::rename(notes.unfinished.letters.data(), notes.file.letters.data());
}

std::string_view name_of(int signal) {
    switch (signal) {
    case SIGSEGV:
        return "SIGSEGV (memory that does not exist)";
    case SIGBUS:
        return "SIGBUS (memory or a file that went away)";
    case SIGFPE:
        return "SIGFPE (an impossible division)";
    case SIGILL:
        return "SIGILL (an instruction that this processor does not have)";
    default:
        return "SIGABRT (the program gave up)";
    }
}

void on_crash(int number, siginfo_t* info, void*) {
    if (!notes.is_written.test_and_set()) {
        const bool has_place = info && info->si_code > 0 && number != SIGABRT;
        const auto place = reinterpret_cast<std::uintptr_t>(has_place ? info->si_addr : nullptr);
        Text<64> text;
        if (has_place) {
            text.add(" at 0x");
            text.add(Digits(place, 1, 16).view());
        }
        write_everywhere("ended by ", name_of(number), text.view());
    }
    // The previous handler ends the program: the system, or a sanitizer that reports more.
    const auto at = std::find(fatal.begin(), fatal.end(), number) - fatal.begin();
    ::sigaction(number, &notes.before[static_cast<std::size_t>(at)], nullptr);
    ::raise(number);
}

void on_end(int) {
    if (notes.is_written.test_and_set())
        return;
    write_everywhere("", notes.fault.view(), "");
    ::_exit(notes.code);
}

[[noreturn]] void on_terminate() {
    if (const std::exception_ptr now = std::current_exception()) {
        try {
            std::rethrow_exception(now);
        } catch (const std::exception& fault) {
            notes.said.set("an uncaught exception: ");
            notes.said.add(fault.what());
        } catch (...) {
            notes.said.set("an uncaught exception of an unknown kind");
        }
    }
    std::abort();
}

} // namespace

std::string write_reports_of_crashes(const std::string& folder, std::string_view version) {
    const std::time_t now = std::time(nullptr);
    const auto in_folder = [&](const std::string& name) {
        const std::string file = folder.empty() ? "" : folder + "/" + name;
        return file.size() < notes.file.letters.size() ? file : "";
    };
    const std::string file = in_folder(untold_report_name(now, ::getpid()));
    notes.unfinished.set(in_folder(unfinished_report_name(now, ::getpid())));
    notes.file.set(notes.unfinished.view().empty() ? "" : file);
    notes.version.set(version);
    std::array<void*, 1> calls{};
    (void)::backtrace(calls.data(), 1); // Loads its library now; a handler must not.
    stack_t stack{};
    stack.ss_sp = notes.stack.data();
    stack.ss_size = notes.stack.size();
    ::sigaltstack(&stack, nullptr); // An alternative stack, for a stack overflow.
    for (std::size_t at = 0; at < fatal.size(); ++at) {
        struct sigaction action = {};
        action.sa_sigaction = on_crash;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        ::sigaction(fatal[at], &action, &notes.before[at]);
    }
    std::set_terminate(on_terminate);
    return file;
}

void note_for_crashes(CrashNote which, std::string_view text) {
    notes.of[static_cast<std::size_t>(which)].set(text);
}

void end_with_report(pthread_t thread, std::string_view fault, int code) {
    notes.fault.set(fault);
    notes.code = code;
    struct sigaction action = {};
    action.sa_handler = on_end;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGUSR2, &action, nullptr);
    ::pthread_kill(thread, SIGUSR2);
    ::sleep(2);
    on_end(0); // The thread does not even handle signals.
}

} // namespace app

// Replaces glibc's function: passes the assertion's text to the report, and ends the same way.
extern "C" __attribute__((noreturn)) void __assert_fail(const char* assertion, const char* file,
                                                        unsigned int line,
                                                        const char* function) noexcept {
    const app::Digits number(line, 1);
    app::notes.said.set(file);
    for (const std::string_view part :
         {std::string_view(":"), number.view(), std::string_view(": "),
          std::string_view(function ? function : "?"), std::string_view(": Assertion `"),
          std::string_view(assertion), std::string_view("' failed.")})
        app::notes.said.add(part);
    app::write_out(STDERR_FILENO, "attention-lab: ");
    app::write_out(STDERR_FILENO, app::notes.said.view());
    app::write_out(STDERR_FILENO, "\n");
    std::abort();
}
