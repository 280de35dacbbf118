// SPDX-License-Identifier: MIT
#include "app/window/glfw_start.h"

#include <GLFW/glfw3.h>

#include <cstdlib>

namespace app {

/// GLFW 3.4 tries Wayland first, even where there is none, and Wayland's library then complains on
/// standard error by itself. It is asked only where a compositor says that it is there.
bool start_glfw() {
#ifdef GLFW_PLATFORM
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value && *value != '\0';
    };
    if (!is_set("WAYLAND_DISPLAY") && !is_set("WAYLAND_SOCKET") &&
        glfwPlatformSupported(GLFW_PLATFORM_X11) == GLFW_TRUE)
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#else
    // Compiled with GLFW 3.3 and run with the 3.4 of a later Debian. Here X11 is taken wherever
    // there is a DISPLAY (is_on_wayland below), so GLFW has to take it as well.
    constexpr int platform = 0x00050003, platform_x11 = 0x00060004; // 3.3 has no names for them.
    int major = 0, minor = 0, revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    if (minor >= 4 && std::getenv("DISPLAY"))
        glfwInitHint(platform, platform_x11);
#endif
    return glfwInit() == GLFW_TRUE;
}

bool is_on_wayland() {
#ifdef GLFW_PLATFORM
    return glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
#else
    return std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") != nullptr;
#endif
}

} // namespace app
