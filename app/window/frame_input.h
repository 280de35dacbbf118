// SPDX-License-Identifier: MIT
// Tells Dear ImGui at the beginning of each frame: size, time, pointer and cursor shape. Its
// backend before 1.87 asks the display server six questions for this and waits for each answer;
// here the window's events supply the same.
#pragma once

#include "app/ui/compat.h"

#include <array>
#include <deque>
#include <optional>

namespace app {

// The events of the pointer in order, so that no frame sees a button at a place where it was not
// pressed or released. Dear ImGui has such a queue from 1.87 on. Before, its backend asks for the
// present state of pointer and buttons: a movement after a button's release, read in the same
// frame, would count as before it, and a press and release that arrive together as one long press.

class PointerQueue {
public:
    static constexpr int most_buttons = 5; // as many as Dear ImGui supports

    struct Place {
        float x = 0, y = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    /// What one frame sees.
    struct State {
        std::optional<Place> place; // nothing: the present position of the pointer
        std::array<bool, most_buttons> is_down{};
    };

    void move(float x, float y);
    void button(int number, bool is_down);
    /// The last place is out of date: the window has moved below the pointer, or another window had
    /// it.
    void forget_place();

    /// Returns all movement up to the next press or release, and that event. Later events wait for
    /// the next frame.
    State next();
    bool is_waiting() const { return !waiting_.empty(); }

private:
    struct Event {
        std::optional<Place> moved; // nothing: a button event
        int button = 0;
        bool is_down = false;
    };
    std::deque<Event> waiting_;
    std::optional<Place> place_; // at the last event that was returned
    std::array<bool, most_buttons> is_down_{};
};

} // namespace app

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
