// SPDX-License-Identifier: MIT
// Passes a file opened on the desktop to the window that was used last, by the desktop's protocol
// (org.freedesktop.Application). That window owns the program's name on the session bus; every
// window also owns a name with its process number.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

/// A request from the desktop to a window.
struct DesktopWishToOpen {
    std::string path; // empty: only come to the front
    /// The desktop's startup token of the request, for coming to the front; may be empty.
    std::string token;
};

/// Listens on its own thread during its lifetime. Without a session bus there are no requests.
class RunningWindow {
public:
    /// Calls `wake` from the thread when a request arrives.
    explicit RunningWindow(std::function<void()> wake);
    ~RunningWindow();
    RunningWindow(const RunningWindow&) = delete;
    RunningWindow& operator=(const RunningWindow&) = delete;

    /// Marks this window as the one used last.
    void use();
    /// Returns a request that still waits for an answer. Answer it at once.
    std::optional<DesktopWishToOpen> asked();
    /// Answers whether the window opens the file. If not, the asking program opens a window of its
    /// own.
    void answer(bool is_done);

private:
    struct Talk;
    std::unique_ptr<Talk> talk_;
};

/// Asks the window of that process, or with 0 the one used last, to open the file. Returns false if
/// there is none, it is busy, or it does not answer within three seconds.
bool ask_running_window(const DesktopWishToOpen& wish, long process = 0);

/// The desktop's startup token for this program; empty if there is none.
std::string desktop_token();

} // namespace app
