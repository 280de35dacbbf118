// SPDX-License-Identifier: MIT
#include "app/window/frame_input.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cfloat>
#include <cstddef>

namespace app {

void PointerQueue::move(float x, float y) {
    // If movements follow each other, only the last matters.
    if (!waiting_.empty() && waiting_.back().moved)
        waiting_.pop_back();
    waiting_.push_back({Place{x, y}});
}

void PointerQueue::button(int number, bool is_down) {
    if (number >= 0 && number < most_buttons)
        waiting_.push_back({std::nullopt, number, is_down});
}

void PointerQueue::forget_place() {
    place_.reset();
}

PointerQueue::State PointerQueue::next() {
    const bool is_silent = waiting_.empty();
    std::array<bool, most_buttons> has_changed{};
    bool has_any_changed = false;
    for (; !waiting_.empty(); waiting_.pop_front()) {
        const Event& event = waiting_.front();
        if (event.moved) {
            if (has_any_changed)
                break;
            place_ = event.moved;
            continue;
        }
        const auto button = static_cast<std::size_t>(event.button);
        if (has_changed[button])
            break;
        is_down_[button] = event.is_down;
        has_changed[button] = has_any_changed = true;
    }
    const bool is_held = std::find(is_down_.begin(), is_down_.end(), true) != is_down_.end();
    return {is_silent && !is_held ? std::nullopt : place_, is_down_};
}

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
