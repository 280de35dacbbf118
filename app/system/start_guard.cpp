// SPDX-License-Identifier: MIT
#include "app/system/start_guard.h"

#include "app/system/crash_writer.h"

#include <pthread.h>

#include <cstdlib>
#include <string>

namespace app {
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

} // namespace app
