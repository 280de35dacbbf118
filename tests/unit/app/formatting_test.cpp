// SPDX-License-Identifier: MIT
// The selected part of a lesson's text is formatted, and the same format again takes it away.
#include "app/authoring/formatting.h"
#include "core/document/telling/lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using namespace app;

namespace attn::formatting_test {

/// A text whose selection is between two bars; one bar is the caret.
TextEdit edit_of(std::string text) {
    TextEdit edit;
    const std::size_t from = text.find('|');
    text.erase(from, 1);
    const std::size_t to = text.find('|');
    if (to != std::string::npos)
        text.erase(to, 1);
    edit.line = {text, to == std::string::npos ? from : to, from};
    return edit;
}

std::string shown(const TextEdit& edit) {
    std::string text = edit.text();
    const auto [low, high] = std::minmax(edit.line.caret, edit.line.anchor);
    if (low != high)
        text.insert(high, "|");
    return text.insert(low, "|");
}

std::string formatted(const std::string& text, Formatting formatting) {
    TextEdit edit = edit_of(text);
    format_text(edit, formatting);
    return shown(edit);
}

TEST(Formatting, BoldIsPutAroundTheSelectionAndTakenAway) {
    using enum Formatting;
    EXPECT_EQ(formatted("a |word| b", Bold), "a **|word|** b");
    EXPECT_EQ(formatted("a **|word|** b", Bold), "a |word| b");
    EXPECT_EQ(formatted("a |**word**| b", Bold), "a |word| b");
    EXPECT_EQ(formatted("a| word |b", Bold), "a **|word|** b") << "blanks stay outside";
    EXPECT_EQ(formatted("a wo|rd b", Bold), "a **wo|rd** b") << "the word at the caret";
    EXPECT_EQ(formatted("a **wo|rd** b", Bold), "a wo|rd b");
    EXPECT_EQ(formatted("a word| b", Bold), "a **word**| b") << "what is typed next is not bold";
    EXPECT_EQ(formatted("a | b", Bold), "a **|** b") << "what is typed next";
    EXPECT_EQ(formatted("a **word|** b", Bold), "a **word**| b")
        << "until the key is pressed again";
    EXPECT_EQ(formatted("a **two words|** b", Bold), "a **two words**| b");
    EXPECT_EQ(formatted("a **two wo|rds** b", Bold), "a two wo|rds b") << "the whole bold part";
    EXPECT_EQ(formatted("a **two |words|** b", Bold), "a two |words| b");
    EXPECT_EQ(formatted("**a** wo|rd **b**", Bold), "**a** **wo|rd** **b**") << "between two parts";
    EXPECT_EQ(formatted("**a\nwo|rd** b", Bold), "**a\n**wo|rd**** b")
        << "a part ends with its line";
    EXPECT_EQ(formatted("a **|** b", Bold), "a | b");
    EXPECT_EQ(formatted("|", Bold), "**|**");
    EXPECT_EQ(formatted("grün|er Tee", Bold), "**grün|er** Tee");
    EXPECT_EQ(formatted("|word|", Code), "`|word|`");
    EXPECT_EQ(formatted("`|word|`", Code), "|word|");
}

TEST(Formatting, PlacesInBracesStayWhole) {
    using enum Formatting;
    EXPECT_EQ(formatted("It is {weights[0,1]|} now", Bold), "It is **{weights[0,1]|}** now");
    EXPECT_EQ(formatted("|It is {wei|ghts[0,1]} now", Bold), "**|It is {weights[0,1]}|** now");
    EXPECT_EQ(formatted("W_{|Q|} x", Bold), "W_{**|Q|**} x") << "which is mark-up, no place";
}

TEST(Formatting, LettersAreLowered) {
    using enum Formatting;
    EXPECT_EQ(formatted("|W_Q| is", Lowered), "|W_{Q}| is");
    EXPECT_EQ(formatted("W_|Q is", Lowered), "|W_{Q}| is");
    EXPECT_EQ(formatted("W|Q| is", Lowered), "W|_{Q}| is");
    EXPECT_EQ(formatted("|W_{Q}| is", Lowered), "|W_Q| is");
    EXPECT_EQ(formatted("W_{|Q|} is", Lowered), "W_Q| is");
    EXPECT_EQ(formatted("|d| is", Lowered), "d_{|} is");
    EXPECT_EQ(formatted("an | x", Lowered), "an |W_{Q}| x") << "an example to type over";
}

TEST(Formatting, ListsTakeWholeLines) {
    using enum Formatting;
    EXPECT_EQ(formatted("o|ne", List), "- o|ne");
    EXPECT_EQ(formatted("- o|ne", List), "o|ne");
    EXPECT_EQ(formatted("a\no|ne\nt|wo\nb", List), "a\n- o|ne\n- t|wo\nb");
    EXPECT_EQ(formatted("a\n- o|ne\n- t|wo\nb", List), "a\no|ne\nt|wo\nb");
    EXPECT_EQ(formatted("- o|ne\nt|wo", List), "- o|ne\n- t|wo") << "all of them are items then";
    EXPECT_EQ(formatted("|one\n|two", List), "- |one\n|two") << "the last line is not selected";
    EXPECT_EQ(formatted("|", List), "- |");
    EXPECT_EQ(formatted("-| x", List), "|x") << "the caret stays in its line";
}

TEST(Formatting, EnterGoesOnWithAList) {
    const auto after_enter = [](const std::string& text) {
        TextEdit edit = edit_of(text);
        return continue_list(edit) ? shown(edit) : "no list";
    };
    EXPECT_EQ(after_enter("- one|"), "- one\n- |");
    EXPECT_EQ(after_enter("- one|two"), "- one\n- |two");
    EXPECT_EQ(after_enter("- one\n- |"), "- one\n|") << "an item without text ends it";
    EXPECT_EQ(after_enter("one|"), "no list");
    EXPECT_EQ(after_enter("|- one"), "no list");
    EXPECT_EQ(after_enter("- |one|"), "no list");
}

TEST(Formatting, WhatItWritesIsMarkUpOfLessons) {
    using enum Formatting;
    TextEdit edit = edit_of("|W_Q| and x\nsoftmax");
    format_text(edit, Lowered);
    edit.line.anchor = edit.line.caret = edit.text().find('x');
    format_text(edit, Bold);
    edit.line.anchor = edit.line.caret = edit.text().find("oftmax");
    format_text(edit, Code);
    format_text(edit, List);
    EXPECT_EQ(edit.text(), "W_{Q} and **x**\n- `softmax`");
    const auto text = parse_lesson_text(edit.text());
    ASSERT_TRUE(text) << text.error().text();
    std::string tones;
    for (const LessonPart& part : text->parts)
        tones += std::to_string(static_cast<int>(part.run.tone)) + ":" + part.run.text + "|";
    EXPECT_EQ(tones, "0:W_{Q} and |1:x|0:\n- |6:softmax|");
}

} // namespace attn::formatting_test
