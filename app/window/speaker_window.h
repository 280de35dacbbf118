// SPDX-License-Identifier: MIT
// The second window while presenting. It shows finished pictures.
#pragma once

#include "app/painting/soft_painter.h"
#include "core/base/result.h"
#include "core/figure/base/figure.h"

#include <memory>
#include <utility>

struct GLFWwindow;

namespace app {

class SpeakerWindow {
public:
    /// Opens on another monitor than the room's window if there is one. `is_soft`: painted by the
    /// processor, as the room's window.
    static attn::Result<std::unique_ptr<SpeakerWindow>> open(GLFWwindow* room, bool is_soft);
    ~SpeakerWindow();
    SpeakerWindow(const SpeakerWindow&) = delete;
    SpeakerWindow& operator=(const SpeakerWindow&) = delete;

    GLFWwindow* handle() const { return window_; }
    /// In pixels; 0 while it is not visible.
    attn::figure::Size size() const;
    void show(attn::figure::Pixels pixels);
    /// Shows the last picture again after the desktop lost it.
    void show_again();

private:
    SpeakerWindow(GLFWwindow* window, GLFWwindow* room, std::unique_ptr<SoftScreen> soft)
        : window_(window), room_(room), soft_(std::move(soft)) {}
    void show_by_opengl(int height);

    GLFWwindow* window_;
    GLFWwindow* room_;
    std::unique_ptr<SoftScreen> soft_; // null: shown by OpenGL
    attn::figure::Pixels shown_;
};

} // namespace app
