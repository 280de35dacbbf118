// SPDX-License-Identifier: MIT
// A Wayland desktop (weston) on a virtual screen, which provides its mouse and keyboard.
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace attn::test {

class Weston {
public:
    /// Throws std::runtime_error if it does not start.
    Weston(const std::string& display, int width, int height) {
        std::filesystem::create_directory(folder_ / "run");
        std::filesystem::permissions(folder_ / "run", std::filesystem::perms::owner_all);
        ChildProcess::Setup setup;
        setup.command = {"weston",
                         "--backend=x11-backend.so",
                         "--use-pixman",
                         "--xwayland",
                         "--no-config",
                         "--idle-time=0",
                         "--socket=desk",
                         "--width=" + std::to_string(width),
                         "--height=" + std::to_string(height)};
        setup.environment = {{"DISPLAY", display}, {"XDG_RUNTIME_DIR", folder_ / "run"}};
        setup.without = {"WAYLAND_DISPLAY"};
        setup.output_file = folder_ / "output";
        setup.error_file = folder_ / "errors";
        process_ = std::make_unique<ChildProcess>(setup);
        constexpr std::chrono::seconds patience{20};
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (!std::filesystem::exists(folder_ / "run/desk") || x11_display().empty()) {
            if (!process_->is_running() || std::chrono::steady_clock::now() > deadline)
                throw std::runtime_error("weston did not start: " + bytes_of(folder_ / "output") +
                                         bytes_of(folder_ / "errors"));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }

    /// In this order, so that the lock of its X server goes too.
    ~Weston() {
        process_->send(SIGTERM);
        process_->wait(std::chrono::seconds(5));
    }
    Weston(const Weston&) = delete;
    Weston& operator=(const Weston&) = delete;

    /// The environment of programs, with X11 too, as on every desktop.
    std::vector<std::pair<std::string, std::string>> wayland() const {
        return {{"WAYLAND_DISPLAY", "desk"},
                {"XDG_RUNTIME_DIR", folder_ / "run"},
                {"DISPLAY", x11_display()}};
    }
    std::vector<std::pair<std::string, std::string>> x11_alone() const {
        return {{"DISPLAY", x11_display()}};
    }
    void die() { process_->send(SIGKILL); }

private:
    /// The display that weston reports; empty until it does.
    std::string x11_display() const {
        const std::string said = bytes_of(folder_ / "output") + bytes_of(folder_ / "errors");
        const std::string mark = "xserver listening on display ";
        const auto at = said.find(mark);
        const auto end = said.find('\n', at);
        return at == std::string::npos || end == std::string::npos
                   ? ""
                   : said.substr(at + mark.size(), end - at - mark.size());
    }

    TempDir folder_;
    std::unique_ptr<ChildProcess> process_;
};

} // namespace attn::test
