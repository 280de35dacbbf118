// SPDX-License-Identifier: MIT
// Formats the selected part of a lesson's text by the mark-up of lessons: bold, code, lowered
// letters, lists. The same format again takes it away.
#pragma once

#include "app/input/text_edit.h"

#include <array>

namespace app {

enum class Formatting { Bold, List, Code, Lowered };

/// How it is called, and the key that does the same.
struct FormattingInfo {
    Formatting formatting;
    const char* id;   // for tests: "bold"
    const char* name; // "Bold"
    KeyPress key;
};
/// In the order in which they are offered.
const std::array<FormattingInfo, 4>& formattings();

/// Formats the selection, which stays selected: whole words of it, and whole places in braces.
/// Without a selection the word at the caret; where there is none, what is typed next, until the
/// format is chosen again behind it. A list takes whole lines.
void format_text(TextEdit& edit, Formatting formatting);

/// Continues the list of the caret's line: its next line is an item too. An item without text
/// ends the list. Returns false if the line is no item, or something is selected.
bool continue_list(TextEdit& edit);

} // namespace app
