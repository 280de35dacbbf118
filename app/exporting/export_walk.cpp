// SPDX-License-Identifier: MIT
#include "app/exporting/export_walk.h"

#include "app/exporting/exporting.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace app {
namespace {

using Stops = std::vector<ExportStop>;

std::optional<std::size_t> found_stop(const Stops& stops, const std::string& name) {
    for (std::size_t at = 0; at < stops.size(); ++at)
        if (stops[at].name == name)
            return at;
    return std::nullopt;
}

void go_to(const Frame& frame, const ExportStop& stop) {
    ExportState& state = frame.ui.exporting;
    if (stop.field != ExportField::None) {
        begin_field(frame, stop.field);
    } else {
        state.field = ExportField::None;
        state.fault.clear();
    }
    state.walk.at = stop.name;
    state.walk.is_by_key = true;
    state.walk.must_scroll = true;
}

/// Whether both are choices under one label; Tab visits only one of them.
bool stand_together(const ExportStop& one, const ExportStop& other) {
    const auto is_choice = [](const ExportStop& stop) {
        return stop.field == ExportField::None && !stop.is_button;
    };
    return is_choice(one) && is_choice(other) && one.row == other.row;
}

/// Moves to the next choice or field; among several choices to the current one.
void turn(const Frame& frame, const Stops& stops, std::optional<std::size_t> now, int by) {
    const auto count = static_cast<int>(stops.size());
    const auto stop = [&](int at) -> const ExportStop& {
        return stops[static_cast<std::size_t>((at % count + count) % count)];
    };
    int at = now ? static_cast<int>(*now) : by > 0 ? -1 : count;
    const int start = at;
    do
        at += by;
    while (now && std::abs(at - start) < count && stand_together(stop(at), stop(start)));
    int first = at, last = at;
    while (at - first < count && stand_together(stop(first - 1), stop(at)))
        --first;
    while (last - first < count && stand_together(stop(last + 1), stop(at)))
        ++last;
    for (int one = first; one <= last; ++one)
        if (stop(one).is_chosen)
            return go_to(frame, stop(one));
    go_to(frame, stop(first));
}

/// Moves to the nearest stop on the line above or below.
void move(const Frame& frame, const Stops& stops, std::optional<std::size_t> now, int by) {
    if (!now)
        return go_to(frame, by > 0 ? stops.front() : stops.back());
    const ExportStop* nearest = nullptr;
    for (const ExportStop& one : stops)
        if (one.line == stops[*now].line + by &&
            (!nearest || std::abs(one.middle - stops[*now].middle) <
                             std::abs(nearest->middle - stops[*now].middle)))
            nearest = &one;
    if (nearest)
        go_to(frame, *nearest);
}

bool press_in_list(ExportWalk& walk, const KeyPress& key) {
    const auto count = static_cast<int>(walk.lines.size());
    const auto mark = [&](int at) {
        if (count == 0)
            return;
        walk.marked = walk.lines[static_cast<std::size_t>(std::clamp(at, 0, count - 1))].name;
        walk.must_scroll = true;
    };
    int now = -1;
    for (int at = count - 1; at >= 0; --at) {
        const ExportStop& line = walk.lines[static_cast<std::size_t>(at)];
        if (walk.marked.empty() ? line.is_chosen : line.name == walk.marked)
            now = at;
    }
    constexpr int page = 10;
    switch (key.key) {
    case Key::Up:
        mark(now - 1);
        return true;
    case Key::Down:
        mark(now + 1);
        return true;
    case Key::PageUp:
        mark(now - page);
        return true;
    case Key::PageDown:
        mark(now + page);
        return true;
    case Key::Home:
        mark(0);
        return true;
    case Key::End:
        mark(count - 1);
        return true;
    case Key::Enter:
        walk.pressed = walk.marked;
        return true;
    case Key::Character:
        if (key.character == ' ' && !key.control && !key.alt)
            walk.pressed = walk.marked;
        return !key.control;
    default:
        return true; // The window handles Esc.
    }
}

} // namespace

bool walk_in_export(const Frame& frame, const KeyPress& key) {
    ExportState& state = frame.ui.exporting;
    ExportWalk& walk = state.walk;
    if (!walk.list.empty())
        return press_in_list(walk, key);
    if (walk.stops.empty() || key.control || key.alt)
        return false;
    const auto now = found_stop(walk.stops, walk.at);
    const bool is_typed = state.field != ExportField::None;
    switch (key.key) {
    case Key::Tab:
        turn(frame, walk.stops, now, key.shift ? -1 : 1);
        return true;
    case Key::Up:
    case Key::Down:
        move(frame, walk.stops, now, key.key == Key::Down ? 1 : -1);
        return true;
    case Key::Left:
    case Key::Right:
        if (is_typed)
            return false;
        if (const bool is_right = key.key == Key::Right; !now)
            go_to(frame, is_right ? walk.stops.front() : walk.stops.back());
        else if (is_right ? *now + 1 < walk.stops.size() : *now > 0)
            go_to(frame, walk.stops[is_right ? *now + 1 : *now - 1]);
        return true;
    case Key::Enter:
        if (is_typed || !now || !walk.stops[*now].is_button)
            return false;
        walk.pressed = walk.at;
        return true;
    case Key::Character:
        if (is_typed || key.character != ' ' || !now)
            return false;
        walk.pressed = walk.at;
        return true;
    default:
        return false;
    }
}

void begin_walk(ExportWalk& walk) {
    walk.drawn.clear();
    walk.drawn_lines.clear();
    walk.list_now.clear();
    walk.row = 0;
}

void end_walk(ExportWalk& walk) {
    std::swap(walk.stops, walk.drawn);
    std::swap(walk.lines, walk.drawn_lines);
    if (walk.list != walk.list_now)
        walk.marked.clear();
    walk.list = walk.list_now;
    walk.pressed.clear();
}

} // namespace app
