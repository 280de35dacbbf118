// SPDX-License-Identifier: MIT
// One line of text being typed: text, caret and selection as a value. ImGui's own fields lose keys
// typed before they have the focus and rewrite numbers nobody touched; this one does neither.
#pragma once

#include "app/input/input.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace app {

/// The system clipboard as two functions, so that tests need none.
struct Clipboard {
    /// Empty where it holds no text; the error says why it cannot be had.
    std::function<attn::Result<std::string>()> read = [] { return std::string(); };
    std::function<void(const std::string&)> write = [](const std::string&) {};
};

struct LineEdit {
    std::string text;       // UTF-8
    std::size_t caret = 0;  // byte offsets at character boundaries
    std::size_t anchor = 0; // the other end of the selection; equal to caret when there is none

    bool has_selection() const { return caret != anchor; }
    std::string_view selection() const;
    void select_all();
    void insert(std::string_view typed);
    /// Returns whether the key meant something here. Line breaks and control characters never get
    /// into the text.
    bool press(const KeyPress& key, const Clipboard& clipboard);
};

/// The text with the caret behind it, all of it selected or not.
LineEdit line_edit(std::string text, bool selected);

} // namespace app
