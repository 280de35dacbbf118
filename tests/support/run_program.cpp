// SPDX-License-Identifier: MIT
#include "tests/support/run_program.h"

#include "tests/support/temp_dir.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace attn::test {
namespace {

void send_to_file(int number, const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ::dup2(file, number) < 0)
        ::_exit(127);
}

void redirect_to_closed_pipe(int number) {
    int ends[2];
    if (::pipe(ends) != 0 || ::dup2(ends[1], number) < 0)
        ::_exit(127);
    ::close(ends[0]);
    ::close(ends[1]);
}

} // namespace

Finished run_program(const std::vector<std::string>& arguments, const RunOptions& options) {
    const TempDir folder;
    const std::string out = options.output.empty() ? folder / "out" : options.output;
    std::vector<std::string> words = {ATTENTION_LAB_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const std::string in = folder.file("in", options.input);

    const pid_t child = ::fork();
    if (child == 0) {
        // Signals that the test program ignores must not affect the tested one.
        std::signal(SIGPIPE, SIG_DFL);
        ::unsetenv("ATTENTION_LAB_ASSETS");
        ::setenv("LSAN_OPTIONS",
                 "print_suppressions=0:suppressions=" ATTENTION_SOURCE_DIR
                 "/tests/support/leaks.txt",
                 1);
        for (const std::string& entry : options.environment)
            ::putenv(const_cast<char*>(entry.c_str()));
        if (options.closed_pipe)
            redirect_to_closed_pipe(STDOUT_FILENO);
        else
            send_to_file(STDOUT_FILENO, out);
        send_to_file(STDERR_FILENO, folder / "err");
        const int input = ::open(in.c_str(), O_RDONLY);
        if (input < 0 || ::dup2(input, STDIN_FILENO) < 0)
            ::_exit(127);
        ::execv(pointers[0], pointers.data());
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, options.output.empty() ? bytes_of(out) : "", bytes_of(folder / "err")};
}

} // namespace attn::test
