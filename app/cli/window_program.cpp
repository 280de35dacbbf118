// SPDX-License-Identifier: MIT
#include "app/cli/window_program.h"

#include "app/cli/output.h"
#include "core/base/utf8.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

namespace app {
namespace {

/// The path of the window's program, beside this one.
std::string window_program() {
    std::error_code code;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
    return (code ? std::filesystem::path(".") : self.parent_path()) / "attention-lab-window";
}

attn::Error missing(const std::string& program, const std::string& undone) {
    return attn::Error{undone + ": " + std::system_category().message(errno) +
                           "; this file must stand in the same folder as attention-lab",
                       attn::printable(program)};
}

} // namespace

int become_window(const cli::WindowRequest& request) {
    const std::string program = window_program();
    ::execl(program.c_str(), "attention-lab", request.document.c_str(), request.probe.c_str(),
            request.draws_whole ? "whole" : "", "ends", static_cast<char*>(nullptr));
    cli::say(missing(program, "the window could not be opened"));
    return static_cast<int>(cli::ExitCode::NoDisplay);
}

cli::ExitCode become_model_reader(char** arguments) {
    const std::string program = window_program();
    std::string name = "attention-lab", command = "--command";
    std::vector<char*> list = {name.data(), command.data()};
    for (char** at = arguments + 1; *at; ++at)
        list.push_back(*at);
    list.push_back(nullptr);
    ::execv(program.c_str(), list.data());
    cli::say(missing(program, "the model could not be read"));
    return cli::ExitCode::Failed;
}

std::string ask_opengl() {
    const std::string program = window_program();
    std::array<int, 2> ends = {};
    if (::pipe(ends.data()) != 0)
        return "not known";
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        ::execl(program.c_str(), "attention-lab", "--opengl", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    ::close(ends[1]);
    std::string text;
    std::array<char, 256> piece = {};
    for (ssize_t count = 0; (count = ::read(ends[0], piece.data(), piece.size())) != 0;) {
        if (count > 0)
            text.append(piece.data(), static_cast<std::size_t>(count));
        else if (errno != EINTR)
            break;
    }
    ::close(ends[0]);
    if (child > 0)
        (void)::waitpid(child, nullptr, 0);
    return text.empty() ? "not known: " + program + " did not answer" : text;
}

} // namespace app
