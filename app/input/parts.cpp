// SPDX-License-Identifier: MIT
#include "app/input/parts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace app {
namespace {

constexpr std::array order{WindowPart::Menus,  WindowPart::Words,      WindowPart::Formula,
                           WindowPart::Pages,  WindowPart::Sentence,   WindowPart::Cards,
                           WindowPart::Canvas, WindowPart::LowerPanel, WindowPart::SidePanel};

std::vector<PartStop> stops_of(const PartFocus& parts, WindowPart part) {
    std::vector<PartStop> own;
    std::copy_if(parts.stops.begin(), parts.stops.end(), std::back_inserter(own),
                 [&](const PartStop& stop) { return stop.part == part; });
    return own;
}

/// Enters the part at its chosen stop, else at the first.
void enter(PartFocus& parts, WindowPart part) {
    parts.at = part;
    parts.stop.clear();
    for (const PartStop& stop : stops_of(parts, part))
        if (parts.stop.empty() || stop.is_chosen)
            parts.stop = stop.name;
}

/// Moves to the next stop; after the last comes the first.
void step(PartFocus& parts, int by) {
    const std::vector<PartStop> own = stops_of(parts, *parts.at);
    const auto at = std::find_if(own.begin(), own.end(),
                                 [&](const PartStop& stop) { return stop.name == parts.stop; });
    if (at == own.end())
        return;
    const auto count = static_cast<int>(own.size());
    const int to = (static_cast<int>(at - own.begin()) + by + count) % count;
    parts.stop = own[static_cast<std::size_t>(to)].name;
}

/// Moves to the row below in a grid, or above it; beyond its last row leaves the grid, if there are
/// other stops. A stop of no grid moves to the next one.
void step_line(PartFocus& parts, int by) {
    const std::vector<PartStop> own = stops_of(parts, *parts.at);
    const auto at = std::find_if(own.begin(), own.end(),
                                 [&](const PartStop& stop) { return stop.name == parts.stop; });
    if (at == own.end() || at->across == 1)
        return step(parts, by);
    const std::ptrdiff_t first = at - own.begin();
    const auto count = static_cast<std::ptrdiff_t>(own.size());
    const auto is_of_grid = [&](std::ptrdiff_t to) {
        return own[static_cast<std::size_t>(to)].across == at->across;
    };
    std::ptrdiff_t to = first + by * at->across;
    if (to < 0 || to >= count || !is_of_grid(to))
        for (to = first; to >= 0 && to < count && is_of_grid(to);)
            to += by;
    if (to >= 0 && to < count)
        parts.stop = own[static_cast<std::size_t>(to)].name;
}

void go_to_end(PartFocus& parts, bool last) {
    const std::vector<PartStop> own = stops_of(parts, *parts.at);
    if (!own.empty())
        parts.stop = (last ? own.back() : own.front()).name;
}

} // namespace

void go_to_part(const Frame& frame, int by) {
    PartFocus& parts = frame.ui.parts;
    const auto now = std::find(order.begin(), order.end(), parts.at.value_or(WindowPart::Canvas));
    const auto count = static_cast<int>(order.size());
    int at = static_cast<int>(now - order.begin());
    for (int gone = 0; gone < count; ++gone) {
        at = (at + by + count) % count;
        const WindowPart to = order[static_cast<std::size_t>(at)];
        if (to == WindowPart::Canvas && frame.ui.starting.is_shown) {
            parts.at.reset(); // The start page marks the keyboard's place itself.
            return;
        }
        if (to != WindowPart::Canvas && stops_of(parts, to).empty())
            continue;
        enter(parts, to);
        return;
    }
}

bool press_in_part(const Frame& frame, const KeyPress& key) {
    PartFocus& parts = frame.ui.parts;
    if (!parts.at || key.key == Key::Other || key.key == Key::F6 || key.control || key.alt)
        return false;
    if (*parts.at == WindowPart::Canvas) {
        parts.at.reset(); // The canvas marks its selection itself.
        return key.key == Key::Escape;
    }
    const bool opens_below = *parts.at == WindowPart::Menus || *parts.at == WindowPart::Formula;
    switch (key.key) {
    case Key::Escape:
        parts.at.reset();
        return true;
    case Key::Tab:
        step(parts, key.shift ? -1 : 1);
        return true;
    case Key::Left:
    case Key::Right:
        step(parts, key.key == Key::Right ? 1 : -1);
        return true;
    case Key::Up:
    case Key::Down:
        if (opens_below)
            parts.is_pressed = key.key == Key::Down;
        else
            step_line(parts, key.key == Key::Down ? 1 : -1);
        return true;
    case Key::Home:
    case Key::End:
        go_to_end(parts, key.key == Key::End);
        return true;
    case Key::Enter:
        parts.is_pressed = true;
        return true;
    default:
        parts.is_pressed = key.key == Key::Character && key.character == ' ';
        return parts.is_pressed;
    }
}

void begin_parts(PartFocus& parts, bool is_clicked) {
    if (is_clicked)
        parts.at.reset();
    parts.drawn.clear();
}

void end_parts(PartFocus& parts) {
    parts.stops.swap(parts.drawn);
    parts.is_pressed = false;
    if (!parts.at || *parts.at == WindowPart::Canvas)
        return;
    const std::vector<PartStop> own = stops_of(parts, *parts.at);
    if (own.empty())
        parts.at.reset();
    else if (std::none_of(own.begin(), own.end(),
                          [&](const PartStop& stop) { return stop.name == parts.stop; }))
        enter(parts, *parts.at);
}

} // namespace app
