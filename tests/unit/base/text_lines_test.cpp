// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"

#include <gtest/gtest.h>

using namespace attn;

using Lines = std::vector<std::string_view>;

TEST(TextLines, AcceptLineEndsOfAllSystems) {
    EXPECT_EQ(text_lines(""), Lines{});
    EXPECT_EQ(text_lines("a"), Lines{"a"});
    EXPECT_EQ(text_lines("a\n"), Lines{"a"});
    EXPECT_EQ(text_lines("a\r\nb\n\nc"), (Lines{"a", "b", "", "c"}));
    EXPECT_EQ(text_lines("\n\n"), (Lines{"", ""}));
    EXPECT_EQ(text_lines("a\rb\r"), (Lines{"a\rb"})) << "a carriage return alone ends no line";
}
