// SPDX-License-Identifier: MIT
// How the desktop asks programs to look: dark or light, and how large its texts are; and whether
// they may tell which files were opened. Its portal says so (org.freedesktop.portal.Settings), and
// says when that changes.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace app {

struct DesktopWish {
    bool is_dark = false;
    float text_scale = 1; // 1 is usual
    bool lists_recent_files = true;

    friend bool operator==(const DesktopWish&, const DesktopWish&) = default;
};

/// Asks and listens on a thread of its own, as long as it lives. Where there is no bus or no portal
/// nothing is ever said.
class DesktopLook {
public:
    /// `wake` is called from the thread when there is news.
    explicit DesktopLook(std::function<void()> wake);
    ~DesktopLook();
    DesktopLook(const DesktopLook&) = delete;
    DesktopLook& operator=(const DesktopLook&) = delete;

    /// Waits until the portal has answered, or it is clear that it does not.
    void wait(std::chrono::milliseconds most) const;
    /// What was said since the last call; nothing where nothing was.
    std::optional<DesktopWish> news();

private:
    struct Talk;
    std::unique_ptr<Talk> talk_;
};

} // namespace app
