// SPDX-License-Identifier: MIT
#include "app/window/glfw_start.h"

#include <GLFW/glfw3.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace app {

/// GLFW 3.4 tries Wayland first even without a compositor, and Wayland's library then prints a
/// complaint. So Wayland is tried only if the environment names a compositor.
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
    // Compiled with GLFW 3.3 and run with the 3.4 of a later Debian: this program then assumes X11
    // if DISPLAY is set (is_on_wayland below), so GLFW has to choose it too.
    constexpr int platform = 0x00050003, platform_x11 = 0x00060004; // 3.3 has no names for them
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
    // 3.3 names the system it was built for, 3.4 both.
    const bool knows_x11 = std::strstr(glfwGetVersionString(), "X11") != nullptr;
    if (!knows_x11)
        return true;
    return std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") != nullptr;
#endif
}

std::uint32_t x11_window(GLFWwindow* window) {
    using Number = unsigned long (*)(GLFWwindow*); // Xlib's type Window
    const auto number = reinterpret_cast<Number>(::dlsym(RTLD_DEFAULT, "glfwGetX11Window"));
    return number ? static_cast<std::uint32_t>(number(window)) : 0;
}

bool has_lost_wayland() {
    if (!is_on_wayland())
        return false;
    // A GLFW for X11 alone lacks this function; one that has it has loaded the library.
    using Display = void* (*)();
    using Fault = int (*)(void*);
    void* const library = ::dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_NOLOAD);
    const auto display = reinterpret_cast<Display>(::dlsym(RTLD_DEFAULT, "glfwGetWaylandDisplay"));
    const auto fault =
        library ? reinterpret_cast<Fault>(::dlsym(library, "wl_display_get_error")) : nullptr;
    const bool is_lost = display && fault && fault(display()) != 0;
    if (library)
        ::dlclose(library);
    return is_lost;
}

} // namespace app
