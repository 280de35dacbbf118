// SPDX-License-Identifier: MIT
#include "tests/support/run_program.h"

#include "tests/support/child_process.h"
#include "tests/support/program_copies.h"
#include "tests/support/temp_dir.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace attn::test {
namespace {

/// Starts the built file and returns how it ended, as waitpid() says it.
int run_file(const Beginning& beginning) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, beginning.in.c_str(), O_RDONLY, 0);
    const int to_write = O_WRONLY | O_CREAT | O_TRUNC;
    int ends[2] = {-1, -1};
    if (beginning.closed_pipe && ::pipe2(ends, O_CLOEXEC) == 0) {
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
        ::close(ends[0]);
    } else {
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, beginning.out.c_str(), to_write,
                                         0600);
    }
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, beginning.err.c_str(), to_write, 0600);
    // Signals that the test program ignores must not affect the tested one.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    pid_t child = -1;
    int status = 127 << 8;
    if (::posix_spawn(&child, beginning.words[0].c_str(), &files, &attributes,
                      pointers_to(beginning.words).data(),
                      pointers_to(beginning.environment).data()) == 0)
        ::waitpid(child, &status, 0);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (ends[1] >= 0)
        ::close(ends[1]);
    return status;
}

/// Whether no run of the running test case came before.
bool is_first_of_its_case() {
    static const ::testing::TestInfo* last = nullptr;
    return std::exchange(last, ::testing::UnitTest::GetInstance()->current_test_info()) !=
           ::testing::UnitTest::GetInstance()->current_test_info();
}

} // namespace

Finished run_program(const std::vector<std::string>& arguments, const RunOptions& options) {
    const TempDir folder;
    Beginning beginning;
    beginning.words = {ATTENTION_LAB_PROGRAM};
    beginning.words.insert(beginning.words.end(), arguments.begin(), arguments.end());
    ChildProcess::Setup setup;
    setup.without = {"ATTENTION_LAB_ASSETS"};
    setup.environment = {{"LSAN_OPTIONS", "print_suppressions=0:suppressions=" ATTENTION_SOURCE_DIR
                                          "/tests/support/leaks.txt"}};
    for (const std::string& entry : options.environment) {
        const std::size_t equals = entry.find('=');
        setup.environment.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
    }
    beginning.environment = environment_of(setup);
    beginning.in = folder.file("in", options.input);
    beginning.out = options.output.empty() ? folder / "out" : options.output;
    beginning.err = folder / "err";
    beginning.closed_pipe = options.closed_pipe;
    const bool is_file = options.is_file || is_first_of_its_case();
    const int status = is_file ? run_file(beginning) : run_in_copy(beginning);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, options.output.empty() ? bytes_of(beginning.out) : "", bytes_of(beginning.err)};
}

} // namespace attn::test
