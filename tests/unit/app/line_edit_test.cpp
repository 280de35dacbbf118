// SPDX-License-Identifier: MIT
#include "app/input/line_edit.h"

#include <gtest/gtest.h>

using namespace app;

namespace {

KeyPress press(Key key, bool shift = false, bool control = false) {
    return {key, 0, control, shift};
}

} // namespace

TEST(LineEdit, TypesAtTheCaret) {
    LineEdit line = line_edit("13", false);
    EXPECT_TRUE(line.press(press(Key::Left), {}));
    line.insert("2");
    EXPECT_EQ(line.text, "123");
    EXPECT_EQ(line.caret, 2U);
}

TEST(LineEdit, TypingReplacesTheSelection) {
    LineEdit line = line_edit("0.5488", true);
    line.insert("7");
    EXPECT_EQ(line.text, "7");
    line.press(press(Key::Home, true), {});
    EXPECT_EQ(line.selection(), "7");
    line.press(press(Key::Delete), {});
    EXPECT_EQ(line.text, "");
}

TEST(LineEdit, MovesByWholeCharacters) {
    LineEdit line = line_edit("a−é", false);
    line.press(press(Key::Backspace), {});
    EXPECT_EQ(line.text, "a−");
    line.press(press(Key::Left), {});
    EXPECT_EQ(line.caret, 1U);
    line.press(press(Key::Delete), {});
    EXPECT_EQ(line.text, "a");
    line.press(press(Key::Right), {});
    EXPECT_EQ(line.caret, 1U);
}

TEST(LineEdit, MovesByLettersWithMarksAndWholeEmoji) {
    const std::string family = "👩\u200D💻", accented = "e\u0301";
    LineEdit line = line_edit("a" + accented + family, false);
    line.press(press(Key::Left), {});
    EXPECT_EQ(line.caret, 1 + accented.size());
    line.press(press(Key::Left), {});
    EXPECT_EQ(line.caret, 1U);
    line.press(press(Key::Right), {});
    line.press(press(Key::Right, true), {});
    EXPECT_EQ(line.selection(), family);
    line.press(press(Key::End), {});
    line.press(press(Key::Backspace), {});
    EXPECT_EQ(line.text, "a" + accented) << "an emoji goes as a whole";
    line.press(press(Key::Backspace), {});
    EXPECT_EQ(line.text, "ae") << "a mark goes by itself";
    line.press(press(Key::Home), {});
    line.insert(accented);
    line.press(press(Key::Home), {});
    line.press(press(Key::Delete), {});
    EXPECT_EQ(line.text, "ae");
}

TEST(LineEdit, ArrowsFollowTheScreenInRightToLeftText) {
    LineEdit line = line_edit("مرحبا", false);
    line.press(press(Key::Right), {});
    EXPECT_EQ(line.caret, 8U) << "the end is at the left";
    line.press(press(Key::Left), {});
    EXPECT_EQ(line.caret, 10U);
    line.press(press(Key::Left), {});
    EXPECT_EQ(line.caret, 10U) << "there is nothing beyond it";
    line = line_edit("(שלום) x", false);
    line.press(press(Key::Left), {});
    EXPECT_EQ(line.caret, line.text.size());
    line = line_edit("x שלום", false);
    line.press(press(Key::Right), {});
    EXPECT_EQ(line.caret, line.text.size());
}

TEST(LineEdit, RefusesWhatIsNotUtf8) {
    LineEdit line = line_edit("", false);
    line.insert(std::string("a\xFF\0b", 4));
    EXPECT_EQ(line.text, "a\uFFFD b");
}

TEST(LineEdit, MovesByWords) {
    LineEdit line = line_edit("set the mask", false);
    line.press(press(Key::Left, false, true), {});
    EXPECT_EQ(line.caret, 8U);
    line.press(press(Key::Backspace, false, true), {});
    EXPECT_EQ(line.text, "set mask");
    line.press(press(Key::Right, true, true), {});
    EXPECT_EQ(line.selection(), "mask");
}

TEST(LineEdit, CopiesCutsAndPastes) {
    std::string board;
    const Clipboard clipboard{[&] { return board; },
                              [&](const std::string& text) { board = text; }};
    LineEdit line = line_edit("abc", true);
    line.press({Key::Character, 'x', true}, clipboard);
    EXPECT_EQ(line.text, "");
    line.press({Key::Character, 'v', true}, clipboard);
    line.press({Key::Character, 'v', true}, clipboard);
    EXPECT_EQ(line.text, "abcabc");
    board = "line\nbreak\tand\x01";
    line.select_all();
    line.press({Key::Character, 'v', true}, clipboard);
    EXPECT_EQ(line.text, "line break and ");
    board = "kept";
    line.press(press(Key::End), {});
    line.press({Key::Character, 'c', true}, clipboard);
    EXPECT_EQ(board, "kept") << "copying nothing leaves the clipboard alone";
}

TEST(LineEdit, LeavesOtherKeysToOthers) {
    LineEdit line = line_edit("abc", false);
    EXPECT_FALSE(line.press(press(Key::Enter), {}));
    EXPECT_FALSE(line.press({Key::Character, 'k', true}, {}));
    EXPECT_EQ(line.text, "abc");
}
