// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(Utf8, InvalidTextIsFound) {
    EXPECT_EQ(first_invalid_utf8("Straße 注意 🙂"), std::string_view::npos);
    EXPECT_EQ(first_invalid_utf8("ab\xFF"), 2U);
    EXPECT_EQ(first_invalid_utf8("\xC0\xAF"), 0U) << "an overlong form";
    for (const char* surrogate : {"\xED\xA0\x80", "\xED\xBF\xBF"}) // U+D800 and U+DFFF
        EXPECT_EQ(first_invalid_utf8(surrogate), 0U);
    EXPECT_EQ(first_invalid_utf8("\xED\x9F\xBF\xEE\x80\x80"), std::string_view::npos);
    EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U) << "beyond U+10FFFF";
    EXPECT_EQ(first_invalid_utf8("a\xE6\xB3"), 1U) << "cut off";
    EXPECT_EQ(valid_utf8("a\xFFz"), "a\uFFFDz");
}

TEST(Utf8, PrintableTextCannotDisturbATerminal) {
    EXPECT_EQ(printable("a\nb\t\x1b[31m\x7f\xFF"), "a\\nb\\t\\x1b[31m\\x7f\\xff");
    EXPECT_EQ(printable("left\u202Eright\u0085"), "left\\u202eright\\u0085");
    EXPECT_EQ(printable("\uFFFE\uFFFF\U0001FFFF"), "\\ufffe\\uffff\\U0001ffff");
    EXPECT_EQ(printable("größer"), "größer");
    EXPECT_EQ(printable("abcdef", 3), "abc…");
    EXPECT_EQ(cite("cat"), "\"cat\"");
    EXPECT_EQ(cite(std::string(1000, 'a')).size(), 40 + 2 + std::string("…").size());
}

TEST(Utf8, WidthIsCountedInTerminalColumns) {
    EXPECT_EQ(display_width("cat"), 3U);
    EXPECT_EQ(display_width("größe"), 5U);
    EXPECT_EQ(display_width("e\u0301"), 1U) << "a joining accent takes no column";
    EXPECT_EQ(display_width("注意"), 4U);
    EXPECT_EQ(display_width("🙂"), 2U);
}
