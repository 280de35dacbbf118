// SPDX-License-Identifier: MIT
#include "app/session/window_places.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr std::size_t most_places = 16;
constexpr int frame_height = 48; // the most that a title bar takes, in designed pixels

/// Joins the names of the monitors, independent of their order.
std::string desk_of(const std::vector<Monitor>& monitors) {
    std::vector<std::string> names;
    for (const Monitor& monitor : monitors)
        names.push_back(monitor.name);
    std::sort(names.begin(), names.end());
    std::string desk;
    for (const std::string& name : names)
        desk += (desk.empty() ? "" : " + ") + name;
    return desk;
}

/// Whether the monitor shows most of a window at this place, and its title bar.
bool shows(const Monitor& monitor, const WindowPlace& place) {
    const int across =
        std::min(place.x + place.width, monitor.x + monitor.width) - std::max(place.x, monitor.x);
    const int down =
        std::min(place.y + place.height, monitor.y + monitor.height) - std::max(place.y, monitor.y);
    return across > place.width / 2 && down > place.height / 2 && place.y >= monitor.y;
}

std::optional<WindowPlace> placed(const std::vector<Monitor>& monitors, const KeptPlace& kept) {
    WindowPlace place = kept.place;
    const auto is_shown = [&](const Monitor& monitor) { return shows(monitor, place); };
    if (kept.monitor.empty())
        return std::any_of(monitors.begin(), monitors.end(), is_shown) ? std::optional(place)
                                                                       : std::nullopt;
    const auto at = std::find_if(monitors.begin(), monitors.end(),
                                 [&](const Monitor& one) { return one.name == kept.monitor; });
    if (at == monitors.end())
        return std::nullopt;
    const auto scaled = [&](int pixels) {
        return static_cast<int>(std::lround(static_cast<float>(pixels) * at->scale / kept.scale));
    };
    place.width = std::min(scaled(place.width), at->width);
    place.height = std::min(scaled(place.height), at->height);
    place.x = at->x + scaled(place.x);
    place.y = at->y + scaled(place.y);
    return is_shown(*at) ? std::optional(place) : std::nullopt;
}

} // namespace

std::optional<WindowPlace> place_on(const std::vector<Monitor>& monitors,
                                    const std::vector<KeptPlace>& kept) {
    const std::string desk = desk_of(monitors);
    for (const bool must_be_desk : {true, false})
        for (const KeptPlace& one : kept)
            if (!must_be_desk || one.desk == desk)
                if (const auto place = placed(monitors, one))
                    return place;
    return std::nullopt;
}

void keep_place(std::vector<KeptPlace>& kept, const std::vector<Monitor>& monitors,
                const WindowPlace& place) {
    if (monitors.empty())
        return;
    const int x = place.x + place.width / 2, y = place.y + place.height / 2;
    const auto found = std::find_if(monitors.begin(), monitors.end(), [&](const Monitor& one) {
        return x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height;
    });
    const Monitor& monitor = found == monitors.end() ? monitors.front() : *found;
    KeptPlace now{desk_of(monitors), monitor.name, monitor.scale, place};
    now.place.x -= monitor.x;
    now.place.y -= monitor.y;
    const auto before = std::find_if(kept.begin(), kept.end(), [&](const KeptPlace& one) {
        return one.desk == now.desk && one.monitor == now.monitor;
    });
    if (place.is_maximised) {
        const KeptPlace usual{now.desk,
                              now.monitor,
                              now.scale,
                              {monitor.width / 10, monitor.height / 10, monitor.width * 4 / 5,
                               monitor.height * 4 / 5, true}};
        now = before == kept.end() ? usual : *before;
        now.place.is_maximised = true;
    }
    if (before != kept.end())
        kept.erase(before);
    kept.insert(kept.begin(), std::move(now));
    if (kept.size() > most_places)
        kept.resize(most_places);
}

FirstSize first_size(const Monitor& monitor, int width, int height, bool is_framed) {
    const auto room = [&](int pixels) {
        return static_cast<int>(static_cast<float>(pixels) / std::max(monitor.scale, 1.0F));
    };
    const int wide = room(monitor.width), high = room(monitor.height);
    if (wide <= 0 || high <= 0)
        return {width, height, false};
    const auto fitted = [](int wanted, int most) {
        return std::min(most, most >= 2 * wanted ? most * 4 / 5 : wanted);
    };
    FirstSize size{fitted(width, wide), fitted(height, high), false};
    if (is_framed && (size.width == wide || size.height + frame_height > high))
        size = {std::min(size.width, wide * 9 / 10), std::min(size.height, high * 9 / 10), true};
    return size;
}

} // namespace app
