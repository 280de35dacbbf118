// SPDX-License-Identifier: MIT
// A file that is opened on the desktop goes to the window that was used last, as the desktop's
// protocol for programs has it (org.freedesktop.Application). That window has the program's name on
// the session bus; every window also has one with the number of its process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

/// What the desktop asks of a window.
struct DesktopWishToOpen {
    std::string path; // empty: only to come to the front
    std::string
        token; // by which the desktop knows who asked, for coming to the front; may be empty
};

/// Listens on a thread of its own, as long as it lives. Without a session bus nobody ever asks.
class RunningWindow {
public:
    /// `wake` is called from the thread when somebody asks.
    explicit RunningWindow(std::function<void()> wake);
    ~RunningWindow();
    RunningWindow(const RunningWindow&) = delete;
    RunningWindow& operator=(const RunningWindow&) = delete;

    /// This window is the one that was used last.
    void use();
    /// What is asked and still waited for. To be answered at once.
    std::optional<DesktopWishToOpen> asked();
    /// Whether the window does it. If not, whoever asked opens a window of its own.
    void answer(bool is_done);

private:
    struct Talk;
    std::unique_ptr<Talk> talk_;
};

/// Asks the window of that process, or with 0 the one that was used last, to open the file. False
/// where there is none, it is busy or does not answer within three seconds.
bool ask_running_window(const DesktopWishToOpen& wish, long process = 0);

/// The desktop's word for what started this program; empty where there is none.
std::string desktop_token();

} // namespace app
