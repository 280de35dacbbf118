// SPDX-License-Identifier: MIT
// One line of text being typed: text, caret and selection as a value. ImGui's own fields lose keys
// typed before they have the focus and rewrite numbers that were not changed; this one does not.
#pragma once

#include "app/input/input.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace app {

/// The system clipboard as two functions, so that tests need none.
struct Clipboard {
    /// Returns an empty text if the clipboard holds none; the error says why it cannot be read.
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
    /// Handles a key and returns whether it had a meaning here. Line breaks and control characters
    /// never enter the text.
    bool press(const KeyPress& key, const Clipboard& clipboard);
};

/// A line with the caret at its end, with all text selected or none.
LineEdit line_edit(std::string text, bool selected);

} // namespace app
