// SPDX-License-Identifier: MIT
// A text of several lines being typed, with the keys of LineEdit.
#pragma once

#include "app/input/line_edit.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct TextEdit {
    LineEdit line; // text, caret and selection; its text may have line breaks
    /// Where each row begins as it was drawn, wrapped to the width of the field; empty until it is
    /// drawn. Up and Down go by rows.
    std::vector<std::size_t> rows;

    const std::string& text() const { return line.text; }
    /// Keeps line breaks; other control characters become blanks.
    void insert(std::string_view typed);
    /// Handles a key and returns whether it had a meaning here: Enter breaks the line.
    bool press(const KeyPress& key, const Clipboard& clipboard);
};

/// A text with the caret at its end.
TextEdit text_edit(std::string text);

/// Breaks the text into rows at line breaks and, where a line is wider than `width`, at blanks or
/// within a word. Returns where each begins. `measure` gives the width of a part.
std::vector<std::size_t> rows_of_text(std::string_view text, float width,
                                      const std::function<float(std::string_view)>& measure);
/// Where the row ends: before its line break.
std::size_t end_of_row(std::string_view text, const std::vector<std::size_t>& rows,
                       std::size_t row);
/// The row of a place in the text.
std::size_t row_of(const std::vector<std::size_t>& rows, std::size_t at);

} // namespace app
