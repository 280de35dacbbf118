// SPDX-License-Identifier: MIT
// What Dear ImGui is told at the beginning of each frame: size, time, pointer, and the shape of the
// pointer. Its backend before 1.87 asks the display server six questions for that and waits for
// each answer; the events of the window have told all of it already.
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

    /// From the events of the window: its size as the pointer counts, which differs from that in
    /// pixels on Wayland.
    void resize(int width, int height);
    void focus(bool has_it) { has_keyboard_ = has_it; }
    void enter(bool is_inside) { has_pointer_ = is_inside; }

    /// Before Dear ImGui's own; `width` and `height` are the window's pixels.
    void begin_frame(int width, int height, const PointerQueue::State& pointer);

private:
    void set_cursor();

    GLFWwindow* window_;
    int width_ = 0, height_ = 0;
    bool has_keyboard_ = false, has_pointer_ = false;
    double time_ = 0;
    ImGuiMouseCursor shown_ = ImGuiMouseCursor_Arrow;
    std::array<GLFWcursor*, ImGuiMouseCursor_COUNT>
        cursors_{}; // made when first shown; they end with GLFW
};

} // namespace app
