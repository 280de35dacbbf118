// SPDX-License-Identifier: MIT
// A keyboard without a display: turns X key names into the events that the window makes of them.
#pragma once

#include "app/input/input.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// A US layout. Throws std::runtime_error if there is no such key.
class Keyboard {
public:
    using Events = std::vector<app::KeyEvent>;

    Events hold(std::string_view key);
    void let_go(std::string_view key);
    /// Presses and releases a key with its modifiers: "ctrl+z", "Tab", "shift+Tab", "plus".
    Events press(std::string_view chord);
    /// Types a text, UTF-8.
    Events type(std::string_view text);

    // Modifiers that are held down.
    bool control = false, shift = false, alt = false;

private:
    bool* modifier(std::string_view key);
    int modifiers() const;
};

} // namespace attn::test
