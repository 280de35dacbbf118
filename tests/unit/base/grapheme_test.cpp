// SPDX-License-Identifier: MIT
#include "core/base/grapheme.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn {
namespace {

std::vector<std::string> graphemes(std::string_view text) {
    std::vector<std::string> list;
    while (!text.empty()) {
        const std::size_t length = first_grapheme(text);
        list.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return list;
}

TEST(Grapheme, IsALetterWithItsMarks) {
    EXPECT_EQ(graphemes("cat"), (std::vector<std::string>{"c", "a", "t"}));
    EXPECT_EQ(graphemes("ae\u0301i"), (std::vector<std::string>{"a", "e\u0301", "i"}));
    EXPECT_EQ(graphemes("مَن"), (std::vector<std::string>{"مَ", "ن"}));
    EXPECT_EQ(graphemes("हिन्दी").front(), "हि");
    EXPECT_EQ(graphemes("ที่นี่"), (std::vector<std::string>{"ที่", "นี่"}));
    EXPECT_EQ(graphemes("猫é"), (std::vector<std::string>{"猫", "é"}));
}

TEST(Grapheme, HoldsJoinedEmojiAndFlagsTogether) {
    EXPECT_EQ(graphemes("👩‍💻a"), (std::vector<std::string>{"👩‍💻", "a"}));
    EXPECT_EQ(graphemes("🇩🇪🇫🇷"), (std::vector<std::string>{"🇩🇪", "🇫🇷"}));
    EXPECT_EQ(graphemes("👍🏽!"), (std::vector<std::string>{"👍🏽", "!"}));
    EXPECT_EQ(graphemes("❤️"), (std::vector<std::string>{"❤️"}));
}

TEST(Grapheme, TakesBrokenBytesOneByOne) {
    EXPECT_EQ(graphemes("a\xFF\xE2\x82z"),
              (std::vector<std::string>{"a", "\xFF", "\xE2", "\x82", "z"}));
    EXPECT_EQ(graphemes(std::string("a\0b", 3)),
              (std::vector<std::string>{"a", std::string(1, '\0'), "b"}));
}

TEST(Grapheme, LimitsPiledUpMarks) {
    std::string text = "a";
    for (int mark = 0; mark < 4000; ++mark)
        text += "\u0301";
    std::size_t length = 0;
    for (const std::string& one : graphemes(text)) {
        EXPECT_LE(one.size(), 256U);
        EXPECT_NE(static_cast<unsigned char>(one.front()) & 0xC0U, 0x80U)
            << "characters stay whole";
        length += one.size();
    }
    EXPECT_EQ(length, text.size());
}

TEST(Grapheme, IsFoundBeforeAndAfterAPlace) {
    const std::string text = "a👩‍💻é";
    const std::size_t emoji = 1, letter = text.size() - 2;
    EXPECT_EQ(grapheme_before(text, text.size()), letter);
    EXPECT_EQ(grapheme_before(text, letter), emoji);
    EXPECT_EQ(grapheme_before(text, emoji), 0U);
    EXPECT_EQ(grapheme_before(text, 0), 0U);
    EXPECT_EQ(grapheme_after(text, 0), emoji);
    EXPECT_EQ(grapheme_after(text, emoji), letter);
    EXPECT_EQ(grapheme_after(text, text.size()), text.size());
}

} // namespace
} // namespace attn
