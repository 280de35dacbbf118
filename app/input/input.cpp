// SPDX-License-Identifier: MIT
#include "app/input/input.h"

#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace app {
namespace {

constexpr std::array<std::pair<Key, std::string_view>, 27> key_names = {{
    {Key::Escape, "Esc"},
    {Key::Enter, "Enter"},
    {Key::Tab, "Tab"},
    {Key::Backspace, "Backspace"},
    {Key::Delete, "Delete"},
    {Key::Left, "←"},
    {Key::Right, "→"},
    {Key::Up, "↑"},
    {Key::Down, "↓"},
    {Key::Home, "Home"},
    {Key::End, "End"},
    {Key::PageUp, "Page up"},
    {Key::PageDown, "Page down"},
    {Key::F1, "F1"},
    {Key::F2, "F2"},
    {Key::F3, "F3"},
    {Key::F4, "F4"},
    {Key::F5, "F5"},
    {Key::F6, "F6"},
    {Key::F7, "F7"},
    {Key::F8, "F8"},
    {Key::F9, "F9"},
    {Key::F10, "F10"},
    {Key::F11, "F11"},
    {Key::F12, "F12"},
    {Key::Menu, "Menu"},
    {Key::Other, "?"},
}};

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

} // namespace

std::string to_text(const KeyPress& press) {
    std::string text;
    if (press.control)
        text += "Ctrl+";
    if (press.alt)
        text += "Alt+";
    if (press.shift)
        text += "Shift+";
    if (press.key == Key::Character && press.character == ' ')
        return text + "Space";
    if (press.key == Key::Character) {
        text += static_cast<char>(std::toupper(static_cast<unsigned char>(press.character)));
        return text;
    }
    for (const auto& [key, name] : key_names)
        if (key == press.key)
            text += name;
    return text;
}

bool matches(const KeyPress& pressed, const KeyPress& shortcut) {
    if (pressed.key != shortcut.key || pressed.control != shortcut.control ||
        pressed.alt != shortcut.alt)
        return false;
    if (pressed.key == Key::Character && pressed.character != shortcut.character)
        return false;
    const bool is_sign = pressed.key == Key::Character && !is_letter(pressed.character);
    return is_sign || pressed.shift == shortcut.shift;
}

} // namespace app
