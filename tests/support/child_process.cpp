// SPDX-License-Identifier: MIT
#include "tests/support/child_process.h"

#include "tests/support/temp_dir.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <map>
#include <thread>

namespace attn::test {
namespace {

void redirect(int stream, const std::string& file) {
    const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (opened < 0 || dup2(opened, stream) < 0)
        _exit(126);
    close(opened);
}

/// Becomes the program. Between fork() and here nothing may allocate: another thread of the test
/// may have held the allocator's lock, which the child would wait for in vain.
[[noreturn]] void become(const ChildProcess::Setup& setup, const std::vector<char*>& arguments,
                         const std::vector<char*>& environment) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    redirect(STDOUT_FILENO, setup.output_file);
    redirect(STDERR_FILENO, setup.error_file);
    execvpe(arguments[0], arguments.data(), environment.data());
    _exit(127);
}

/// The fields after the name in a stat file of /proc; the name, in brackets, may hold any
/// character.
std::string after_name(const std::string& file) {
    const std::string line = bytes_of(file);
    const auto bracket = line.rfind(')');
    return bracket == std::string::npos ? "" : line.substr(bracket + 1);
}

} // namespace

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environment_of(const ChildProcess::Setup& setup) {
    std::map<std::string, std::string> values;
    for (char** one = environ; *one; ++one) {
        const std::string text = *one;
        values[text.substr(0, text.find('='))] = text;
    }
    for (const std::string& name : setup.without)
        values.erase(name);
    for (const auto& [name, value] : setup.environment)
        values[name] = name + "=" + value;
    std::vector<std::string> list;
    for (const auto& [name, text] : values)
        list.push_back(text);
    return list;
}

ChildProcess::ChildProcess(const Setup& setup) {
    assert(!setup.command.empty() && "there is a program to start");
    const std::vector<std::string> texts = environment_of(setup);
    const std::vector<char*> arguments = pointers_to(setup.command),
                             environment = pointers_to(texts);
    process_ = fork();
    assert(process_ >= 0 && "a process can be started");
    if (process_ == 0)
        become(setup, arguments, environment);
}

ChildProcess::~ChildProcess() {
    if (!code_) {
        kill(process_, SIGKILL);
        wait(std::chrono::seconds(10));
    }
}

std::optional<int> ChildProcess::wait(std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!code_) {
        int status = 0;
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == process_)
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        else if (ended < 0 && errno != EINTR)
            code_ = 255;
        else if (std::chrono::steady_clock::now() >= deadline)
            break;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return code_;
}

void ChildProcess::send(int signal) {
    if (is_running())
        ::kill(process_, signal);
}

std::chrono::milliseconds ChildProcess::processor_time() const {
    // utime and stime are the 12th and 13th field after the name.
    std::istringstream rest(after_name("/proc/" + std::to_string(process_) + "/stat"));
    std::string field;
    for (int skipped = 0; skipped < 11; ++skipped)
        rest >> field;
    long user = 0, system = 0;
    rest >> user >> system;
    return std::chrono::milliseconds((user + system) * 1000 / sysconf(_SC_CLK_TCK));
}

bool ChildProcess::is_busy() const {
    std::error_code ended;
    const std::filesystem::directory_iterator threads("/proc/" + std::to_string(process_) + "/task",
                                                      ended);
    return std::any_of(begin(threads), end(threads), [](const auto& thread) {
        const std::string fields = after_name((thread.path() / "stat").string());
        return fields.starts_with(" R") || fields.starts_with(" D");
    });
}

Printed run(const ChildProcess::Setup& setup) {
    const TempDir folder;
    ChildProcess::Setup captured = setup;
    captured.output_file = folder / "output";
    captured.error_file = folder / "errors";
    std::optional<int> code;
    {
        ChildProcess process(captured);
        code = process.wait(std::chrono::seconds(30));
    }
    return {code.value_or(128 + SIGKILL), bytes_of(captured.output_file),
            bytes_of(captured.error_file)};
}

} // namespace attn::test
