// SPDX-License-Identifier: MIT
// Starts a program for a test, with an environment, output to files, and control of its end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

class ChildProcess {
public:
    struct Setup {
        std::vector<std::string> command; // the program and its arguments
        std::vector<std::pair<std::string, std::string>> environment = {}; // added to the test's
                                                                           // own
        std::vector<std::string> without = {}; // variables of the test's own to remove
        std::string output_file = "/dev/null";
        std::string error_file = "/dev/null";
    };

    explicit ChildProcess(const Setup& setup);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    /// Kills the program if it still runs. It also dies when the test does.
    ~ChildProcess();

    /// Returns the exit code, or 128 + the signal that ended it; nothing if it still runs after
    /// `patience`.
    std::optional<int> wait(std::chrono::milliseconds patience);
    bool is_running() { return !wait(std::chrono::milliseconds(0)); }
    /// Sends it a signal.
    void send(int signal);
    /// Processor time used so far.
    std::chrono::milliseconds processor_time() const;
    /// Whether any of its threads computes or waits for a processor, instead of waiting for input.
    bool is_busy() const;

private:
    pid_t process_ = 0;
    std::optional<int> code_;
};

/// The texts as exec() takes them. It does not write to them.
std::vector<char*> pointers_to(const std::vector<std::string>& texts);

/// The environment of the child: "NAME=value". Of several values for a name the last counts.
std::vector<std::string> environment_of(const ChildProcess::Setup& setup);

/// A command's output and exit code; the command is killed after 30 seconds (code 137).
struct Printed {
    int code = 0;
    std::string output, errors;
};
Printed run(const ChildProcess::Setup& setup);

} // namespace attn::test
