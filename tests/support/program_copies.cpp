// SPDX-License-Identifier: MIT
#include "tests/support/program_copies.h"

#include "app/cli/cli.h"
#include "app/cli/commands.h"
#include "tests/support/child_process.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace attn::test {
namespace {

void write_all(int to, const void* bytes, std::size_t size) {
    for (const char* at = static_cast<const char*>(bytes); size > 0;) {
        const ssize_t written = ::write(to, at, size);
        if (written <= 0)
            return;
        at += written;
        size -= static_cast<std::size_t>(written);
    }
}

bool read_all(int from, void* bytes, std::size_t size) {
    for (char* at = static_cast<char*>(bytes); size > 0;) {
        const ssize_t got = ::read(from, at, size);
        if (got <= 0)
            return false;
        at += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

void send(int to, const std::vector<std::string>& texts) {
    std::string bytes;
    const auto add = [&](std::uint32_t number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    add(static_cast<std::uint32_t>(texts.size()));
    for (const std::string& text : texts) {
        add(static_cast<std::uint32_t>(text.size()));
        bytes += text;
    }
    write_all(to, bytes.data(), bytes.size());
}

/// Empty at the end.
std::vector<std::string> received(int from) {
    std::uint32_t count = 0, size = 0;
    if (!read_all(from, &count, sizeof count))
        return {};
    std::vector<std::string> texts(count);
    for (std::string& text : texts) {
        if (!read_all(from, &size, sizeof size))
            return {};
        text.resize(size);
        if (!read_all(from, text.data(), size))
            return {};
    }
    return texts;
}

void open_as(int number, const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags, 0600);
    if (file < 0 || ::dup2(file, number) < 0)
        ::_exit(127);
    ::close(file);
}

void close_pipe_as(int number) {
    int ends[2];
    if (::pipe(ends) != 0 || ::dup2(ends[1], number) < 0)
        ::_exit(127);
    ::close(ends[0]);
    ::close(ends[1]);
}

/// Becomes the built program. Its standard input is a file, which it reads from the beginning.
int become(const std::vector<char*>& words) {
    ::lseek(STDIN_FILENO, 0, SEEK_SET);
    ::execv(words[0], words.data());
    ::_exit(127);
}

/// As main(). An exception ends the process as it would end the program.
[[noreturn]] void be_program(const std::vector<char*>& words) noexcept {
    app::cli::Hooks hooks;
    hooks.open_window = [&](const app::cli::WindowRequest&) { return become(words); };
    hooks.opengl = [&] { return std::to_string(become(words)); };
    hooks.import_model = [&](const app::cli::ImportRequest&) {
        return static_cast<app::cli::ExitCode>(become(words));
    };
    hooks.next = [&](const app::cli::NextRequest&) {
        return static_cast<app::cli::ExitCode>(become(words));
    };
    const int code = app::cli::run(static_cast<int>(words.size()) - 1, words.data(), hooks);
    std::cout.flush();
    std::fflush(nullptr);
    ::_exit(code);
}

/// The texts of a beginning, in one list: five that are always there, the environment, the words.
std::vector<std::string> texts_of(const Beginning& beginning) {
    std::vector<std::string> texts{std::filesystem::current_path().string(), beginning.in,
                                   beginning.closed_pipe ? "" : beginning.out, beginning.err,
                                   std::to_string(beginning.environment.size())};
    texts.insert(texts.end(), beginning.environment.begin(), beginning.environment.end());
    texts.insert(texts.end(), beginning.words.begin(), beginning.words.end());
    return texts;
}

[[noreturn]] void begin(std::vector<std::string> texts) {
    if (::chdir(texts[0].c_str()) != 0)
        ::_exit(127);
    open_as(STDIN_FILENO, texts[1], O_RDONLY);
    if (texts[2].empty())
        close_pipe_as(STDOUT_FILENO);
    else
        open_as(STDOUT_FILENO, texts[2], O_WRONLY | O_CREAT | O_TRUNC);
    open_as(STDERR_FILENO, texts[3], O_WRONLY | O_CREAT | O_TRUNC);
    std::signal(SIGPIPE, SIG_DFL);
    ::clearenv();
    const auto words = texts.begin() + 5 + std::stoi(texts[4]);
    for (auto entry = texts.begin() + 5; entry != words; ++entry)
        ::putenv(entry->data());
    const std::vector<std::string> arguments(words, texts.end());
    be_program(pointers_to(arguments));
}

/// Starts a copy for each list of texts, one after another, and answers how it ended. Ends with the
/// process that asks.
[[noreturn]] void serve(int other) {
    for (;;) {
        std::vector<std::string> texts = received(other);
        if (texts.empty())
            ::_exit(0);
        const pid_t copy = ::fork();
        if (copy == 0) {
            ::close(other);
            begin(std::move(texts));
        }
        int status = 127 << 8;
        if (copy > 0)
            ::waitpid(copy, &status, 0);
        write_all(other, &status, sizeof status);
    }
}

/// Starts the process that serves and returns the connection to it. Starts it early, while this
/// process is small and has no other thread: a thread could hold the allocator's lock, for which
/// the new process would wait in vain.
int server() {
    int ends[2];
    const int made = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    assert(made == 0 && "a connection to a process of its own can be made");
    // What is not written yet would be written by both.
    std::cout.flush();
    std::fflush(nullptr);
    if (::fork() == 0) {
        ::close(ends[0]);
        serve(ends[1]);
    }
    ::close(ends[1]);
    return ends[0];
}

} // namespace

int run_in_copy(const Beginning& beginning) {
    static const int copies = server();
    send(copies, texts_of(beginning));
    int status = 127 << 8;
    read_all(copies, &status, sizeof status);
    return status;
}

} // namespace attn::test
