// SPDX-License-Identifier: MIT
// The second window while presenting: pictures that somebody else paints, shown as they are.
#pragma once

#include "app/painting/soft_screen.h"
#include "core/base/result.h"
#include "core/figure/figure.h"

#include <memory>
#include <utility>

struct GLFWwindow;

namespace app {

class SpeakerWindow {
public:
    /// On another monitor than the window of the room, if there is one; painted as that one is.
    static attn::Result<std::unique_ptr<SpeakerWindow>> open(GLFWwindow* room, bool is_soft);
    ~SpeakerWindow();
    SpeakerWindow(const SpeakerWindow&) = delete;
    SpeakerWindow& operator=(const SpeakerWindow&) = delete;

    GLFWwindow* handle() const { return window_; }
    /// In pixels; of nothing while it cannot be seen.
    attn::figure::Size size() const;
    void show(attn::figure::Pixels pixels);
    /// What was shown last, once more: the desktop has lost it.
    void show_again();

private:
    SpeakerWindow(GLFWwindow* window, GLFWwindow* room, std::unique_ptr<SoftScreen> soft)
        : window_(window), room_(room), soft_(std::move(soft)) {}
    void show_by_opengl(int height);

    GLFWwindow* window_;
    GLFWwindow* room_;
    std::unique_ptr<SoftScreen> soft_; // none: it is shown by OpenGL
    attn::figure::Pixels shown_;
};

} // namespace app
