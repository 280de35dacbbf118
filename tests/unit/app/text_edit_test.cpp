// SPDX-License-Identifier: MIT
// A text of several lines while it is typed: line breaks, rows, and the keys that go by rows.
#include "app/input/text_edit.h"

#include <gtest/gtest.h>

#include <string>

using namespace app;

namespace {

/// Every letter is one wide.
float letters_of(std::string_view part) {
    return static_cast<float>(part.size());
}

void press_key(TextEdit& edit, Key key, bool shift = false) {
    EXPECT_TRUE(edit.press({key, 0, false, shift}, {}));
}

} // namespace

TEST(TextEdit, EnterBreaksALineAndBackspaceJoinsIt) {
    TextEdit edit = text_edit("one");
    press_key(edit, Key::Enter);
    edit.insert("two");
    EXPECT_EQ(edit.text(), "one\ntwo");
    press_key(edit, Key::Home);
    press_key(edit, Key::Backspace);
    EXPECT_EQ(edit.text(), "onetwo");
}

TEST(TextEdit, APastedTextKeepsItsLines) {
    TextEdit edit = text_edit("");
    Clipboard clipboard;
    clipboard.read = [] { return std::string("a\r\nb\t\nc"); };
    EXPECT_TRUE(edit.press({Key::Character, 'v', true}, clipboard));
    EXPECT_EQ(edit.text(), "a\nb \nc");
}

TEST(TextEdit, UpAndDownGoByRowsAsTheyAreDrawn) {
    TextEdit edit = text_edit("one two three\nfour");
    edit.rows = rows_of_text(edit.text(), 8, letters_of);
    EXPECT_EQ(edit.rows, (std::vector<std::size_t>{0, 8, 14}));
    edit.line.caret = edit.line.anchor = 2;
    press_key(edit, Key::Down);
    EXPECT_EQ(edit.line.caret, 10U);
    press_key(edit, Key::Down);
    EXPECT_EQ(edit.line.caret, 16U);
    press_key(edit, Key::Down);
    EXPECT_EQ(edit.line.caret, edit.text().size());
    press_key(edit, Key::Up, true);
    EXPECT_EQ(edit.line.caret, 12U);
    EXPECT_EQ(edit.line.selection(), "e\nfour");
    press_key(edit, Key::Home);
    EXPECT_EQ(edit.line.caret, 8U);
    press_key(edit, Key::End);
    EXPECT_EQ(edit.line.caret, 13U);
}

TEST(TextEdit, AWordThatIsTooLongIsBrokenAnywhere) {
    EXPECT_EQ(rows_of_text("abcdefgh", 3, letters_of), (std::vector<std::size_t>{0, 3, 6}));
    EXPECT_EQ(rows_of_text("", 3, letters_of), (std::vector<std::size_t>{0}));
    EXPECT_EQ(rows_of_text("a\n\nb", 3, letters_of), (std::vector<std::size_t>{0, 2, 3}));
}
