// SPDX-License-Identifier: MIT
#include "app/window/window_place.h"

#include "app/window/glfw_start.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace app {
namespace {

/// Whether a monitor shows most of a window that stands there.
bool is_seen(const WindowPlace& place) {
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    return std::any_of(monitors, monitors + count, [&](GLFWmonitor* monitor) {
        int x = 0, y = 0, width = 0, height = 0;
        glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
        const int across = std::min(place.x + place.width, x + width) - std::max(place.x, x);
        const int down = std::min(place.y + place.height, y + height) - std::max(place.y, y);
        return across > place.width / 2 && down > place.height / 2 && place.y >= y;
    });
}

} // namespace

std::pair<int, int> fitting_size(int width, int height) {
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    if (!monitor)
        return {width, height};
    int x = 0, y = 0, area_width = 0, area_height = 0;
    float across = 1, down = 1; // a window's size is multiplied by the scale of its monitor
    glfwGetMonitorWorkarea(monitor, &x, &y, &area_width, &area_height);
    glfwGetMonitorContentScale(monitor, &across, &down);
    const auto fitted = [](int wanted, int room, float scale) {
        const int most = static_cast<int>(static_cast<float>(room) / std::max(scale, 1.0F));
        if (most <= 0)
            return wanted;
        return std::min(most, most >= 2 * wanted ? most * 4 / 5 : wanted);
    };
    return {fitted(width, area_width, across), fitted(height, area_height, down)};
}

void put(GLFWwindow* window, const WindowPlace& place) {
    if (is_on_wayland() || !is_seen(place)) // A Wayland desktop places windows by itself.
        return;
    glfwSetWindowSize(window, place.width, place.height);
    glfwSetWindowPos(window, place.x, place.y);
    if (place.is_maximised)
        glfwMaximizeWindow(window);
}

std::optional<WindowPlace> place_of(GLFWwindow* window) {
    if (is_on_wayland())
        return std::nullopt;
    WindowPlace place;
    place.is_maximised = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
    glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &place.width, &place.height);
    return place;
}

} // namespace app
