// SPDX-License-Identifier: MIT
#include "app/window/glfw_keys.h"

#include <GLFW/glfw3.h>

#include <array>
#include <cctype>
#include <utility>

namespace app {
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
