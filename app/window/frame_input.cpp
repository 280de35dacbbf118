// SPDX-License-Identifier: MIT
#include "app/window/frame_input.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cfloat>
#include <cstddef>

namespace app {
namespace {

/// The nearest shape that GLFW 3.3 has.
int shape_of(ImGuiMouseCursor cursor) {
    switch (cursor) {
    case ImGuiMouseCursor_TextInput:
        return GLFW_IBEAM_CURSOR;
    case ImGuiMouseCursor_ResizeNS:
        return GLFW_VRESIZE_CURSOR;
    case ImGuiMouseCursor_ResizeEW:
        return GLFW_HRESIZE_CURSOR;
    case ImGuiMouseCursor_Hand:
        return GLFW_HAND_CURSOR;
    default:
        return GLFW_ARROW_CURSOR;
    }
}

} // namespace

FrameInput::FrameInput(GLFWwindow* window) : window_(window) {
    glfwGetWindowSize(window_, &width_, &height_);
    has_keyboard_ = glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_TRUE;
    has_pointer_ = glfwGetWindowAttrib(window_, GLFW_HOVERED) == GLFW_TRUE;
}

void FrameInput::resize(int width, int height) {
    width_ = width;
    height_ = height;
}

void FrameInput::begin_frame(int width, int height, const PointerQueue::State& pointer) {
    if constexpr (compat::has_pointer_queue) {
        ImGui_ImplGlfw_NewFrame(); // It has its own queue, and more.
        return;
    }
    ImGuiIO& io = ImGui::GetIO();
    const auto wide = static_cast<float>(width_), high = static_cast<float>(height_);
    io.DisplaySize = ImVec2(wide, high);
    if (width_ > 0 && height_ > 0)
        io.DisplayFramebufferScale =
            ImVec2(static_cast<float>(width) / wide, static_cast<float>(height) / high);
    const double now = glfwGetTime();
    io.DeltaTime = time_ > 0 ? static_cast<float>(now - time_) : 1.0F / 60;
    time_ = now;

    std::copy(pointer.is_down.begin(), pointer.is_down.end(), io.MouseDown);
    io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
    if (pointer.place) {
        io.MousePos = ImVec2(pointer.place->x, pointer.place->y);
    } else if (has_pointer_ || has_keyboard_) {
        double x = 0, y = 0;
        glfwGetCursorPos(window_, &x, &y);
        io.MousePos = ImVec2(static_cast<float>(x), static_cast<float>(y));
    }
    set_cursor();
}

void FrameInput::set_cursor() {
    const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
    if (wanted == shown_)
        return;
    shown_ = wanted;
    if (wanted == ImGuiMouseCursor_None)
        return glfwSetInputMode(window_, GLFW_CURSOR, GLFW_CURSOR_HIDDEN);
    GLFWcursor*& cursor = cursors_[static_cast<std::size_t>(wanted)];
    if (!cursor)
        cursor = glfwCreateStandardCursor(shape_of(wanted));
    glfwSetCursor(window_, cursor);
    glfwSetInputMode(window_, GLFW_CURSOR, GLFW_CURSOR_NORMAL);
}

} // namespace app
