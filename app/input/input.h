// SPDX-License-Identifier: MIT
// Keyboard events since the last frame, in order, independent of the window library.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace app {

enum class Key {
    Character, // a printable key; `character` is what the layout puts there
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
    Menu, // opens the menu of the selection
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

/// Text from the keyboard layout or input method, UTF-8.
struct Typed {
    std::string text;
};

using KeyEvent = std::variant<KeyPress, Typed>;

/// Returns for example "Ctrl+Shift+Z", "F1", "Page down".
std::string to_text(const KeyPress& press);

/// Whether the pressed key is the shortcut. Ignores Shift for signs, because layouts differ in
/// where they put "+".
bool matches(const KeyPress& pressed, const KeyPress& shortcut);

} // namespace app
