// SPDX-License-Identifier: MIT
// A keyboard without a display: keys by their names of X, as the events that the window makes of
// them.
#pragma once

#include "app/input/input.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// Of the layout of the United States. Throws std::runtime_error where there is no such key.
class Keyboard {
public:
    using Events = std::vector<app::KeyEvent>;

    Events hold(std::string_view key);
    void let_go(std::string_view key);
    /// Presses and releases a key with its modifiers: "ctrl+z", "Tab", "shift+Tab", "plus".
    Events press(std::string_view chord);
    /// Types a text, UTF-8.
    Events type(std::string_view text);

    // What is held.
    bool control = false, shift = false, alt = false;

private:
    bool* modifier(std::string_view key);
    int modifiers() const;
};

} // namespace attn::test
