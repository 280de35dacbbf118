// SPDX-License-Identifier: MIT
#include "app/window/window_place.h"

#include "app/system/running_window.h"
#include "app/system/x11_window.h"
#include "app/window/glfw_start.h"

#include <GLFW/glfw3.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

namespace app {

std::vector<Monitor> monitors() {
    int count = 0;
    GLFWmonitor** const found = glfwGetMonitors(&count);
    std::vector<Monitor> all;
    for (int at = 0; at < count; ++at) {
        Monitor monitor;
        float down = 1;
        glfwGetMonitorWorkarea(found[at], &monitor.x, &monitor.y, &monitor.width, &monitor.height);
        glfwGetMonitorContentScale(found[at], &monitor.scale, &down);
        const GLFWvidmode* const mode = glfwGetVideoMode(found[at]);
        const char* const name = glfwGetMonitorName(found[at]);
        monitor.name = name ? name : "monitor";
        if (mode)
            monitor.name += " " + std::to_string(mode->width) + "x" + std::to_string(mode->height);
        all.push_back(std::move(monitor));
    }
    return all;
}

bool is_framed() {
    return is_on_wayland() || has_x11_window_manager();
}

void put(GLFWwindow* window, const WindowPlace& place) {
    glfwSetWindowSize(window, place.width, place.height);
    if (!is_on_wayland()) // a Wayland desktop places windows by itself
        glfwSetWindowPos(window, place.x, place.y);
}

void show(GLFWwindow* window, bool is_maximised, bool takes_keyboard) {
    // GLFW 3.5 does not know the height of the title bar before a Wayland desktop shows the window.
    const bool is_maximised_first = is_maximised && !is_on_wayland();
    if (is_maximised_first)
        glfwMaximizeWindow(window);
    if (is_on_wayland() || !takes_keyboard || !map_x11_window(x11_window(window))) {
        glfwShowWindow(window);
    } else {
        glfwFocusWindow(window);
        end_x11_startup(desktop_token());
    }
    if (is_maximised && !is_maximised_first)
        glfwMaximizeWindow(window);
}

void raise(GLFWwindow* window, const std::string& token) {
    if (is_on_wayland())
        return glfwRequestWindowAttention(window); // the desktop decides what comes to the front
    constexpr const char* mark = "_TIME";          // the click's time, in a token of X11
    const auto at = token.rfind(mark);
    const auto time =
        at == std::string::npos ? 0 : std::strtoul(token.c_str() + at + 5, nullptr, 10);
    activate_x11_window(x11_window(window), static_cast<std::uint32_t>(time));
    end_x11_startup(token);
}

WindowPlace place_of(GLFWwindow* window) {
    WindowPlace place;
    place.is_maximised = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
    if (!is_on_wayland()) // Wayland does not tell
        glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &place.width, &place.height);
    return place;
}

} // namespace app
