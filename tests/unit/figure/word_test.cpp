// SPDX-License-Identifier: MIT
#include "core/base/grapheme.h"
#include "core/figure/base/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {
namespace {

TEST(Word, ShowsInvisibleCharacters) {
    EXPECT_EQ(visible_word("cat"), "cat");
    EXPECT_EQ(visible_word(""), "∅");
    EXPECT_EQ(visible_word(" "), "␣");
    EXPECT_EQ(visible_word(" the"), "␣the");
    EXPECT_EQ(visible_word("New York"), "New York");
    EXPECT_EQ(visible_word("a  b "), "a␣␣b␣");
    EXPECT_EQ(visible_word("one\ntwo\tthree"), "one↵two⇥three");
    EXPECT_EQ(visible_word(std::string("\0\x07", 2)), "‹U+0000›‹U+0007›");
    EXPECT_EQ(visible_word("\u202Eevil\u202C"), "‹U+202E›evil‹U+202C›");
    EXPECT_EQ(visible_word("zero\u200Bwidth"), "zero‹U+200B›width");
}

TEST(Word, NamesThatDifferAtTheEndAreCutInTheMiddle) {
    const std::vector<std::string> names{"embedding of cat", "embedding of dog", "weight",
                                         "wäßrig"};
    const auto cut = [&](const std::string& name, float letters) {
        return shortened_name(name, names, letters * approximate_width("0", Font::Mono, 10),
                              Font::Mono, 10, approximate_width);
    };
    EXPECT_EQ(cut(names[0], 16), "embedding of cat");
    EXPECT_EQ(cut(names[0], 9), "embe… cat");
    EXPECT_EQ(cut(names[1], 9), "embe… dog");
    EXPECT_EQ(cut(names[2], 5), "weig…") << "no other begins so";
    EXPECT_EQ(cut(names[3], 5), "wäßr…");
    for (float letters = 1; letters < 16; ++letters) {
        EXPECT_LE(approximate_width(cut(names[0], letters), Font::Mono, 10),
                  std::max(1.0F, letters) * approximate_width("0", Font::Mono, 10) + 0.01F);
        if (letters >= 4) {
            EXPECT_NE(cut(names[0], letters), cut(names[1], letters)) << letters;
        }
    }
}

TEST(Word, PiecesKeepNumberAndUnitTogether) {
    const auto pieces = [](std::string_view plain) {
        std::vector<std::string> list;
        for (std::size_t from = 0; from < plain.size();) {
            const std::size_t end = piece_end(plain, from);
            list.emplace_back(plain.substr(from, end - from));
            from = end + 1;
        }
        return list;
    };
    using Pieces = std::vector<std::string>;
    EXPECT_EQ(pieces("X (300 × 4) has no numbers"),
              (Pieces{"X", "(300 × 4)", "has", "no", "numbers"}));
    EXPECT_EQ(pieces("2 × 300 × 4"), Pieces{"2 × 300 × 4"});
    EXPECT_EQ(pieces("of 120 mm."), (Pieces{"of", "120 mm."}));
    EXPECT_EQ(pieces("a 7 b ×"), (Pieces{"a", "7", "b", "×"}));
    EXPECT_EQ(pieces("two  blanks "), (Pieces{"two", "", "blanks"}));
    EXPECT_EQ(pieces(""), Pieces{});
}

TEST(Word, KeepsEveryScript) {
    for (const std::string word : {"Straße", "кот", "γάτα", "猫", "قطة", "🐈"})
        EXPECT_EQ(visible_word(word), word);
}

TEST(Word, KeepsUsefulJoinersAndShowsOthers) {
    for (const std::string word : {"می\u200Cخواهم", "क्\u200Dष", "👩\u200D💻", "❤️\u200D🔥"})
        EXPECT_EQ(visible_word(word), word);
    EXPECT_EQ(visible_word("\u200D"), "‹U+200D›");
    EXPECT_EQ(visible_word("a\u200Db"), "a‹U+200D›b");
    EXPECT_EQ(visible_word("می\u200C"), "می‹U+200C›");
    EXPECT_EQ(visible_word("می\u200Ca"), "می‹U+200C›a");
}

TEST(Word, ReplacesBytesThatAreNotUtf8) {
    EXPECT_EQ(visible_word("a\xFFz"), "a\uFFFDz");
    EXPECT_EQ(visible_word("cut\xE2\x82"), "cut\uFFFD\uFFFD");
}

TEST(Word, CutsWordsThatAreTooLong) {
    const std::string shown = visible_word(std::string(10000, 'x'));
    EXPECT_EQ(shown, std::string(64, 'x') + "…");
    EXPECT_EQ(visible_word(std::string(64, 'x')), std::string(64, 'x'));
}

TEST(Word, IsCutBetweenWholeLetters) {
    std::string word;
    for (int letter = 0; letter < 63; ++letter)
        word += 'x';
    EXPECT_EQ(visible_word(word + "e\u0301\u0302yz"), word + "e\u0301\u0302…");
    std::string piled = "a";
    for (int mark = 0; mark < 4000; ++mark)
        piled += "\u0301";
    EXPECT_LT(visible_word(piled).size(), 600U);
}

TEST(Word, IsShortenedToTheLastLetterThatFits) {
    const auto width = [](const std::string& text) {
        return approximate_width(text, Font::Sans, 10);
    };
    const std::string word = "WWWWiiiilllle\u0301e\u0301e\u0301MMMMMMjjjj👩\u200D💻👩\u200D💻";
    for (float room = 0; room < width(word); room += 1) {
        // The slow way: letter by letter.
        std::string best = "…";
        for (std::size_t end = 0; end < word.size();) {
            end += first_grapheme(std::string_view(word).substr(end));
            if (fits_in(width(word.substr(0, end) + "…"), room))
                best = word.substr(0, end) + "…";
        }
        EXPECT_EQ(shortened(word, room, Font::Sans, 10, approximate_width), best) << room;
    }
}

TEST(Word, ShortensToAWidth) {
    const auto width = [](const std::string& text) {
        return approximate_width(text, Font::Sans, 10);
    };
    EXPECT_EQ(shortened("cat", 100, Font::Sans, 10, approximate_width), "cat");
    const std::string cut =
        shortened("internationalisation", 40, Font::Sans, 10, approximate_width);
    EXPECT_TRUE(cut.starts_with("inter"));
    EXPECT_TRUE(cut.ends_with("…"));
    EXPECT_LE(width(cut), 40);
    // One more letter would not fit.
    EXPECT_GT(width("internationalisation"), 40);
    EXPECT_GT(width(std::string("internationalisation").substr(0, cut.size() - 2) + "…"), 40);
    EXPECT_EQ(shortened("cat", 0, Font::Sans, 10, approximate_width), "…");
    // Wide characters are not cut.
    EXPECT_EQ(shortened("猫猫猫猫", 19, Font::Sans, 10, approximate_width), "猫猫…");
}

} // namespace
} // namespace attn::figure
