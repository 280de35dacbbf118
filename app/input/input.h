// SPDX-License-Identifier: MIT
// What the keyboard did since the last frame, in order, without any window library.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace app {

enum class Key {
    Character, // a printable key; `character` says which one the keyboard layout puts there
    Escape,
    Enter,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    F11,
    F12,
    Menu, // which opens the menu of what is selected
    Other
};

struct KeyPress {
    Key key = Key::Other;
    char character = 0; // lower case or a sign: 'k', '+', '0'
    bool control = false;
    bool shift = false;
    bool alt = false;
    bool is_repeat = false;

    friend bool operator==(const KeyPress&, const KeyPress&) = default;
};

/// Text as the keyboard layout and input method made it, UTF-8.
struct Typed {
    std::string text;
};

using KeyEvent = std::variant<KeyPress, Typed>;

/// "Ctrl+Shift+Z", "F1", "Page down".
std::string to_text(const KeyPress& press);

/// Whether the pressed key is the one a shortcut asks for. Shift is ignored for signs, since
/// layouts differ in where they put "+".
bool matches(const KeyPress& pressed, const KeyPress& shortcut);

} // namespace app
