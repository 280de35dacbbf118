// SPDX-License-Identifier: MIT
#include "app/system/program_input.h"

#include "core/io/descriptor.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace app {
namespace {

/// How a program starts: with its streams, and with the signals reset that this program blocks or
/// ignores.
struct Start {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t signals;

    explicit Start(int input) {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
        for (const int output : {STDOUT_FILENO, STDERR_FILENO})
            ::posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0);
        sigset_t none, usual;
        ::sigemptyset(&none);
        ::sigemptyset(&usual);
        for (const int number : {SIGXFSZ, SIGPIPE})
            ::sigaddset(&usual, number);
        ::posix_spawnattr_init(&signals);
        ::posix_spawnattr_setsigmask(&signals, &none);
        ::posix_spawnattr_setsigdefault(&signals, &usual);
        ::posix_spawnattr_setflags(&signals, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;
    ~Start() {
        ::posix_spawnattr_destroy(&signals);
        ::posix_spawn_file_actions_destroy(&files);
    }
};

} // namespace

bool run_with_input(std::vector<std::string> command, std::string_view bytes) {
    // In memory: no file to remove and no path to misread.
    const attn::io::Descriptor input(::memfd_create("attention-lab", MFD_CLOEXEC));
    if (!input.is_open() || attn::io::write_all(input.number(), bytes) != 0 ||
        ::lseek(input.number(), 0, SEEK_SET) != 0)
        return false;
    std::vector<char*> arguments;
    for (std::string& argument : command)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    const Start start(input.number());
    pid_t child = 0;
    if (::posix_spawnp(&child, arguments[0], &start.files, &start.signals, arguments.data(),
                       environ) != 0)
        return false;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace app
