// SPDX-License-Identifier: MIT
// The events of the pointer in order, so that no frame sees a button at a place where it was not
// pressed or released.
//
// Dear ImGui has such a queue from 1.87 on. Before, its backend asks for the present state of
// pointer and buttons: a movement after a button's release, read in the same frame, would count as
// before it, and a press and release that arrive together as one long press.
#pragma once

#include <array>
#include <deque>
#include <optional>

namespace app {

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
