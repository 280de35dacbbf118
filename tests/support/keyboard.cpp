// SPDX-License-Identifier: MIT
#include "tests/support/keyboard.h"

#include "app/window/glfw_start.h"
#include "core/base/utf8.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace attn::test {
namespace {

using namespace app;

struct NamedKey {
    std::string_view name;
    int key = 0;        // GLFW key
    char prints = '\0'; // without Shift
};

constexpr std::array<NamedKey, 42> named_keys = {{
    {"Return", GLFW_KEY_ENTER},
    {"Escape", GLFW_KEY_ESCAPE},
    {"Tab", GLFW_KEY_TAB},
    {"BackSpace", GLFW_KEY_BACKSPACE},
    {"Delete", GLFW_KEY_DELETE},
    {"Left", GLFW_KEY_LEFT},
    {"Right", GLFW_KEY_RIGHT},
    {"Up", GLFW_KEY_UP},
    {"Down", GLFW_KEY_DOWN},
    {"Home", GLFW_KEY_HOME},
    {"End", GLFW_KEY_END},
    {"Prior", GLFW_KEY_PAGE_UP},
    {"Next", GLFW_KEY_PAGE_DOWN},
    {"Menu", GLFW_KEY_MENU},
    {"F1", GLFW_KEY_F1},
    {"F2", GLFW_KEY_F2},
    {"F3", GLFW_KEY_F3},
    {"F4", GLFW_KEY_F4},
    {"F5", GLFW_KEY_F5},
    {"F6", GLFW_KEY_F6},
    {"F7", GLFW_KEY_F7},
    {"F8", GLFW_KEY_F8},
    {"F9", GLFW_KEY_F9},
    {"F10", GLFW_KEY_F10},
    {"F11", GLFW_KEY_F11},
    {"F12", GLFW_KEY_F12},
    {"space", GLFW_KEY_SPACE, ' '},
    {"plus", GLFW_KEY_EQUAL, '='},
    {"equal", GLFW_KEY_EQUAL, '='},
    {"minus", GLFW_KEY_MINUS, '-'},
    {"comma", GLFW_KEY_COMMA, ','},
    {"period", GLFW_KEY_PERIOD, '.'},
    {"slash", GLFW_KEY_SLASH, '/'},
    {"question", GLFW_KEY_SLASH, '/'},
    {"bracketleft", GLFW_KEY_LEFT_BRACKET, '['},
    {"bracketright", GLFW_KEY_RIGHT_BRACKET, ']'},
    {"backslash", GLFW_KEY_BACKSLASH, '\\'},
    {"semicolon", GLFW_KEY_SEMICOLON, ';'},
    {"apostrophe", GLFW_KEY_APOSTROPHE, '\''},
    {"grave", GLFW_KEY_GRAVE_ACCENT, '`'},
    {"KP_Add", GLFW_KEY_KP_ADD, '+'},
    {"KP_Subtract", GLFW_KEY_KP_SUBTRACT, '-'},
}};

// What the keys type without Shift and with it, in the same order.
constexpr std::string_view plain = "`1234567890-=[]\\;',./";
constexpr std::string_view shifted = "~!@#$%^&*()_+{}|:\"<>?";

bool is_letter(char sign) {
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

char lower(char sign) {
    return sign >= 'A' && sign <= 'Z' ? static_cast<char>(sign - 'A' + 'a') : sign;
}

/// The key that types this character without Shift. GLFW numbers letter keys by their capitals.
NamedKey key_of_sign(char sign) {
    const char printed = lower(sign);
    return {"", is_letter(printed) ? printed - 'a' + 'A' : printed, printed};
}

NamedKey key_of(std::string_view name) {
    for (const NamedKey& one : named_keys)
        if (one.name == name)
            return one;
    if (name.size() == 1 && (is_letter(name[0]) || plain.find(name[0]) != plain.npos))
        return key_of_sign(name[0]);
    throw std::runtime_error("the keyboard has no key " + std::string(name));
}

char with_shift(char sign) {
    if (sign >= 'a' && sign <= 'z')
        return static_cast<char>(sign - 'a' + 'A');
    const auto at = plain.find(sign);
    return at == plain.npos ? sign : shifted[at];
}

} // namespace

bool* Keyboard::modifier(std::string_view key) {
    return key == "ctrl" ? &control : key == "shift" ? &shift : key == "alt" ? &alt : nullptr;
}

int Keyboard::modifiers() const {
    return (control ? GLFW_MOD_CONTROL : 0) | (shift ? GLFW_MOD_SHIFT : 0) |
           (alt ? GLFW_MOD_ALT : 0);
}

Keyboard::Events Keyboard::hold(std::string_view key) {
    if (bool* const held = modifier(key)) {
        const KeyPress press = key_press(GLFW_KEY_LEFT_CONTROL, '\0', modifiers());
        *held = true;
        return {press};
    }
    const NamedKey named = key_of(key);
    Events events{key_press(named.key, named.prints, modifiers())};
    if (named.prints != '\0' && !control && !alt)
        events.emplace_back(Typed{std::string(1, shift ? with_shift(named.prints) : named.prints)});
    return events;
}

void Keyboard::let_go(std::string_view key) {
    if (bool* const held = modifier(key))
        *held = false;
}

Keyboard::Events Keyboard::press(std::string_view chord) {
    Events events;
    std::vector<std::string_view> keys;
    for (std::size_t at = 0; at <= chord.size();) {
        const std::size_t end = std::min(chord.find('+', at), chord.size());
        keys.push_back(chord.substr(at, end - at));
        at = end + 1;
    }
    for (const std::string_view key : keys)
        for (KeyEvent& event : hold(key))
            events.push_back(std::move(event));
    for (const std::string_view key : keys)
        let_go(key);
    return events;
}

Keyboard::Events Keyboard::type(std::string_view text) {
    Events events;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        const std::string typed(text.substr(at, character.length));
        at += character.length;
        const char sign = typed.size() == 1 ? typed[0] : '\0';
        const auto high = sign == '\0' ? shifted.npos : shifted.find(sign);
        const bool is_high = high != shifted.npos || (sign >= 'A' && sign <= 'Z');
        const int held = modifiers() | (is_high ? GLFW_MOD_SHIFT : 0);
        if (is_high)
            events.emplace_back(key_press(GLFW_KEY_LEFT_SHIFT, '\0', modifiers()));
        if (sign == '\n')
            events.emplace_back(key_press(GLFW_KEY_ENTER, '\0', held));
        else if (sign != '\0')
            events.emplace_back(
                key_press(key_of_sign(high != shifted.npos ? plain[high] : sign).key,
                          high != shifted.npos ? plain[high] : lower(sign), held));
        else // A key that is unused in the layout.
            events.emplace_back(key_press(GLFW_KEY_UNKNOWN, '\0', held));
        if (sign != '\n' && (held & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) == 0)
            events.emplace_back(Typed{typed});
    }
    return events;
}

} // namespace attn::test
