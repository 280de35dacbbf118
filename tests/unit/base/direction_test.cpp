// SPDX-License-Identifier: MIT
#include "core/base/grapheme.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Direction, FollowsTheFirstLetter) {
    for (const char* text : {"قطة", "שלום cat", "(שלום)", "12 قطة", "߀ߊ"})
        EXPECT_TRUE(begins_from_right(text)) << text;
    for (const char* text : {"", "cat", "猫 قطة", "x שלום", "12", "٣", "\xFF", "हिन्दी"})
        EXPECT_FALSE(begins_from_right(text)) << text;
}

TEST(Direction, IsRightToLeftIfNoLetterRunsLeftToRight) {
    for (const char* text : {"قطة", "“שלום”", "قطة…", "שלום 0.52", "می\u200Cخواهم"})
        EXPECT_TRUE(is_all_from_right(text)) << text;
    for (const char* text : {"", "…", "0.52", "“שלום” asks", "cat שלום", "א‹U+2067›", "قطة 猫"})
        EXPECT_FALSE(is_all_from_right(text)) << text;
}

} // namespace
} // namespace attn
