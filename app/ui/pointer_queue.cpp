// SPDX-License-Identifier: MIT
#include "app/ui/pointer_queue.h"

#include <algorithm>

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

} // namespace app
