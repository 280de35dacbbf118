// SPDX-License-Identifier: MIT
#include "app/window/glfw_start.h"

#include <GLFW/glfw3.h>
#include <dlfcn.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <utility>

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

namespace {

constexpr std::array<std::pair<int, Key>, 29> named_keys = {{
    {GLFW_KEY_ESCAPE, Key::Escape},
    {GLFW_KEY_ENTER, Key::Enter},
    {GLFW_KEY_KP_ENTER, Key::Enter},
    {GLFW_KEY_TAB, Key::Tab},
    {GLFW_KEY_BACKSPACE, Key::Backspace},
    {GLFW_KEY_DELETE, Key::Delete},
    {GLFW_KEY_LEFT, Key::Left},
    {GLFW_KEY_RIGHT, Key::Right},
    {GLFW_KEY_UP, Key::Up},
    {GLFW_KEY_DOWN, Key::Down},
    {GLFW_KEY_HOME, Key::Home},
    {GLFW_KEY_END, Key::End},
    {GLFW_KEY_PAGE_UP, Key::PageUp},
    {GLFW_KEY_PAGE_DOWN, Key::PageDown},
    {GLFW_KEY_F1, Key::F1},
    {GLFW_KEY_F2, Key::F2},
    {GLFW_KEY_F3, Key::F3},
    {GLFW_KEY_F4, Key::F4},
    {GLFW_KEY_F5, Key::F5},
    {GLFW_KEY_F6, Key::F6},
    {GLFW_KEY_F7, Key::F7},
    {GLFW_KEY_F8, Key::F8},
    {GLFW_KEY_F9, Key::F9},
    {GLFW_KEY_F10, Key::F10},
    {GLFW_KEY_F11, Key::F11},
    {GLFW_KEY_F12, Key::F12},
    {GLFW_KEY_MENU, Key::Menu},
    {GLFW_KEY_KP_ADD, Key::Character},
    {GLFW_KEY_KP_SUBTRACT, Key::Character},
}};

/// Keys with the same sign on every keyboard, or without a name in GLFW.
char sign_of(int key) {
    switch (key) {
    case GLFW_KEY_KP_ADD:
        return '+';
    case GLFW_KEY_KP_SUBTRACT:
        return '-';
    case GLFW_KEY_SPACE:
        return ' ';
    default:
        return key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9
                   ? static_cast<char>('0' + key - GLFW_KEY_KP_0)
                   : '\0';
    }
}

} // namespace

KeyPress key_press(int glfw_key, char character, int glfw_mods) {
    KeyPress press;
    press.control = (glfw_mods & GLFW_MOD_CONTROL) != 0;
    press.shift = (glfw_mods & GLFW_MOD_SHIFT) != 0;
    press.alt = (glfw_mods & GLFW_MOD_ALT) != 0;
    for (const auto& [number, key] : named_keys)
        if (number == glfw_key)
            press.key = key;
    if (const char sign = sign_of(glfw_key); sign != '\0')
        character = sign;
    // Without a name from the layout, letters and digits are as on a US keyboard.
    if (character == '\0' && glfw_key >= ' ' && glfw_key <= '`')
        character = static_cast<char>(glfw_key);
    if (press.key == Key::Other && character != '\0')
        press.key = Key::Character;
    if (press.key == Key::Character)
        press.character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return press;
}

} // namespace app
