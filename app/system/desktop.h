// SPDX-License-Identifier: MIT
// The desktop's wishes for programs: dark or light, text scale, and whether opened files may be
// listed. Its portal reports them and their changes (org.freedesktop.portal.Settings).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

struct DesktopWish {
    bool is_dark = false;
    float text_scale = 1; // 1 is the default
    bool lists_recent_files = true;
    bool has_motion = true; // false: programs are asked not to move things

    friend bool operator==(const DesktopWish&, const DesktopWish&) = default;
};

/// Asks and listens on its own thread during its lifetime. Without a bus or portal there is never
/// news.
class DesktopLook {
public:
    /// Calls `wake` from the thread when there is news.
    explicit DesktopLook(std::function<void()> wake);
    ~DesktopLook();
    DesktopLook(const DesktopLook&) = delete;
    DesktopLook& operator=(const DesktopLook&) = delete;

    /// Waits until the portal has answered or certainly will not, but at most this long.
    void wait(std::chrono::milliseconds most) const;
    /// Returns the wishes if they changed since the last call, else nothing.
    std::optional<DesktopWish> news();

private:
    struct Talk;
    std::unique_ptr<Talk> talk_;
};

// The desktop's shared list of recent files, which its file manager and start menu show
// (recently-used.xbel, by GLib).

/// Adds a document that was just opened or saved. Leaves the list as it is if it cannot be read or
/// written.
void add_to_desktop_list(const std::string& path);

} // namespace app
