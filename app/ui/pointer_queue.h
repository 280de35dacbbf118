// SPDX-License-Identifier: MIT
// What the pointer did, in its order, so that no frame sees a button at a place where it was not
// pressed or released.
//
// Dear ImGui keeps such a queue from 1.87 on. Before, its backend asks where the pointer and the
// buttons are by now: a movement after the release of a button, read in the same frame, would count
// as one before it, and a press and a release that come together as one long press.
#pragma once

#include <array>
#include <deque>
#include <optional>

namespace app {

class PointerQueue {
public:
    static constexpr int most_buttons = 5; // as many as Dear ImGui knows

    struct Place {
        float x = 0, y = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    /// What one frame sees.
    struct State {
        std::optional<Place> place; // nothing: where the pointer is by now
        std::array<bool, most_buttons> is_down{};
    };

    void move(float x, float y);
    void button(int number, bool is_down);
    /// The window has moved below the pointer, or another had it: the last place is out of date.
    void forget_place();

    /// All movement up to the next press or release, and that; what comes after waits for the next
    /// frame.
    State next();
    bool is_waiting() const { return !waiting_.empty(); }

private:
    struct Event {
        std::optional<Place> moved; // otherwise a button
        int button = 0;
        bool is_down = false;
    };
    std::deque<Event> waiting_;
    std::optional<Place> place_; // at the last event that was seen
    std::array<bool, most_buttons> is_down_{};
};

} // namespace app
