// SPDX-License-Identifier: MIT
// Tells Dear ImGui at the beginning of each frame: size, time, pointer and cursor shape. Its
// backend before 1.87 asks the display server six questions for this and waits for each answer;
// here the window's events supply the same.
#pragma once

#include "app/ui/compat.h"
#include "app/ui/pointer_queue.h"

#include <array>

struct GLFWwindow;
struct GLFWcursor;

namespace app {

class FrameInput {
public:
    explicit FrameInput(GLFWwindow* window);

    /// Sets the size in pointer units from a window event. On Wayland it differs from the size in
    /// pixels.
    void resize(int width, int height);
    void focus(bool has_it) { has_keyboard_ = has_it; }
    void enter(bool is_inside) { has_pointer_ = is_inside; }

    /// Call before Dear ImGui's own; `width` and `height` are the window's pixels.
    void begin_frame(int width, int height, const PointerQueue::State& pointer);

private:
    void set_cursor();

    GLFWwindow* window_;
    int width_ = 0, height_ = 0;
    bool has_keyboard_ = false, has_pointer_ = false;
    double time_ = 0;
    ImGuiMouseCursor shown_ = ImGuiMouseCursor_Arrow;
    /// Created when first shown; GLFW destroys them at its end.
    std::array<GLFWcursor*, ImGuiMouseCursor_COUNT> cursors_{};
};

} // namespace app
