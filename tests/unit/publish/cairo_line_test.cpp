// SPDX-License-Identifier: MIT
// Lines of text in any script. The tests install DejaVu Sans, which has Arabic, Hebrew and
// Georgian; other scripts are tried if the machine has them.
#include "core/publish/pictures/cairo_line.h"
#include "core/publish/pictures/cairo_type.h"
#include "tests/support/coloured_typeface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

using figure::Font;

class Line : public testing::Test {
protected:
    SetLine set(const std::string& text, LineDirection direction = LineDirection::OfText) {
        return {type, text, Font::Sans, 20, direction};
    }
    bool can_show(const std::string& text) { return !lacks_letters(type, text); }

    const bool has_emoji = test::add_coloured_typeface(); // before any text is laid out
    const Type type = typesetter();
};

/// How dark each pixel is in an image of this size, black on white.
std::vector<int> on_white(const LinePicture& picture, int x, int baseline, int width, int height) {
    std::vector<int> dark(static_cast<std::size_t>(width * height), 0);
    for (int row = 0; row < picture.letters.height; ++row)
        for (int column = 0; column < picture.letters.width; ++column) {
            const int to_x = x + picture.left + column, to_y = baseline + picture.top + row;
            if (to_x >= 0 && to_y >= 0 && to_x < width && to_y < height)
                dark[static_cast<std::size_t>(to_y * width + to_x)] =
                    picture.letters
                        .colours[static_cast<std::size_t>(row * picture.letters.width + column)]
                        .alpha;
        }
    return dark;
}

TEST_F(Line, HasTheLettersThatAFigureHas) {
    for (const std::string text : {"قطة", "می\u200Cخواهم", "שלום cat", "ქართული", "हिन्दी",
                                   "猫が好き", "ภาษาไทย", "고양이", "አማርኛ", "cafe\u0301"}) {
        if (!can_show(text))
            continue;
        const int width = 300, height = 80, baseline = 50;
        figure::Figure figure;
        figure.size = {width, height};
        figure.background = {255, 255, 255, 255};
        figure.shapes.push_back(
            figure::Text{{20, baseline - type->capital_height(Font::Sans) * 20 / 2},
                         text,
                         Font::Sans,
                         20,
                         {0, 0, 0, 255}});
        const auto painted = paint_pixels(figure, 1, type);
        ASSERT_TRUE(painted);
        const SetLine line = set(text, LineDirection::OfLabel);
        const auto own =
            on_white(line.picture(line.ink_left(), line.ink_right()), 20, baseline, width, height);
        int ink = 0, differing = 0;
        for (std::size_t at = 0; at < own.size(); ++at) {
            const int theirs = 255 - painted->colours[at].red;
            ink += theirs > 100 ? 1 : 0;
            differing += std::abs(theirs - own[at]) > 12 ? 1 : 0;
        }
        EXPECT_GT(ink, 20) << text;
        EXPECT_LE(differing, ink / 50) << text; // overlapping glyphs round separately
        EXPECT_NEAR(line.width(), measure(type)(text, Font::Sans, 20), 1.01F) << text;
        EXPECT_EQ(line.width(), std::round(line.width())) << text;
    }
}

TEST_F(Line, RunsFromRightToLeftAndTheCaretWithIt) {
    const std::string text = "قطة"; // three letters of two bytes
    const SetLine line = set(text);
    EXPECT_NEAR(line.caret(0), line.width(), 1.01F) << "it begins at the right";
    EXPECT_NEAR(line.caret(6), 0, 0.01F) << "and ends at the left";
    EXPECT_GT(line.caret(0), line.caret(2));
    EXPECT_GT(line.caret(2), line.caret(4));
    EXPECT_GT(line.caret(4), line.caret(6));
    for (const std::size_t byte : {0U, 2U, 4U, 6U})
        EXPECT_EQ(line.byte_at(line.caret(byte)), byte);
    EXPECT_EQ(line.byte_at(-100), 6U);
    EXPECT_EQ(line.byte_at(1000), 0U);
    const auto parts = line.parts(0, 2);
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_NEAR(parts[0].from, line.caret(2), 0.1F);
    EXPECT_NEAR(parts[0].to, line.caret(0), 0.1F);
}

TEST_F(Line, TheCaretFollowsItsLetterIfDirectionsChange) {
    const std::string text = "ab שלום"; // the Hebrew letters begin at byte 3
    const SetLine line = set(text);
    EXPECT_NEAR(line.caret(0), 0, 0.01F);
    EXPECT_GT(line.caret(2), line.caret(1));
    // After the first Hebrew letter, which is at the right end, the caret is to its left.
    EXPECT_LT(line.caret(5), line.width());
    EXPECT_GT(line.caret(5), line.caret(7));
    EXPECT_NEAR(line.caret(text.size()), line.caret(3), 0.6F);
    const auto parts = line.parts(1, 5);
    EXPECT_EQ(parts.size(), 2U) << "a selection over both directions is in two parts";
}

TEST_F(Line, LabelsKeepTheOrderOfWordsAndTheEllipsis) {
    // The first letter is Hebrew, but the label still runs from left to right.
    const std::string words = "“שלום” asks";
    const SetLine sentence = set(words, LineDirection::OfLabel);
    EXPECT_NEAR(sentence.caret(0), 0, 0.01F);
    EXPECT_NEAR(sentence.caret(words.size()), sentence.width(), 1.01F);
    // A single word ends at the left, where it was cut.
    const std::string cut = "שלו…";
    const SetLine word = set(cut, LineDirection::OfLabel);
    EXPECT_NEAR(word.caret(cut.size()), 0, 0.01F);
    EXPECT_GT(word.caret(0), word.caret(6));
    EXPECT_GT(word.caret(6), 3) << "the ellipsis is left of the letters";
}

TEST_F(Line, CaretsOfPlainTextGoFromLeftToRight) {
    const SetLine line = set("cat");
    EXPECT_NEAR(line.caret(0), 0, 0.01F);
    EXPECT_LT(line.caret(1), line.caret(2));
    EXPECT_NEAR(line.caret(3), line.width(), 1.01F);
    EXPECT_EQ(line.byte_at(line.caret(2)), 2U);
    EXPECT_EQ(set("").width(), 0);
    EXPECT_EQ(set("").caret(0), 0);
    EXPECT_EQ(set("").byte_at(5), 0U);
    EXPECT_TRUE(set("").picture(0, 100).letters.colours.empty());
}

TEST_F(Line, TakesAnyBytes) {
    const std::string text("a\xFF\0ق\x01z", 7);
    const SetLine line = set(text);
    EXPECT_GT(line.width(), 20);
    EXPECT_LT(line.caret(1), line.caret(2));
    EXPECT_LT(line.caret(2), line.caret(3));
    EXPECT_NEAR(line.caret(text.size()), line.width(), 1.01F);
    for (const std::size_t byte : {0U, 1U, 2U, 7U})
        EXPECT_EQ(line.byte_at(line.caret(byte)), byte);
    for (int seed = 0; seed < 300; ++seed) {
        std::string bytes;
        for (int at = 0; at < 12; ++at)
            bytes += static_cast<char>((seed * 7919 + at * at * 31 + at * seed) & 0xFF);
        const SetLine any = set(bytes);
        for (std::size_t byte = 0; byte <= bytes.size(); ++byte)
            EXPECT_TRUE(std::isfinite(any.caret(byte)));
        EXPECT_LE(any.byte_at(1e6F), bytes.size());
    }
}

TEST_F(Line, PartsFitTogether) {
    std::string text;
    for (int word = 0; word < 40; ++word)
        text += "قطة ";
    const SetLine line = set(text);
    const LinePicture whole = line.picture(line.ink_left(), line.ink_right());
    const int middle = line.ink_left() + 257;
    const LinePicture left = line.picture(line.ink_left(), middle);
    const LinePicture right = line.picture(middle, line.ink_right());
    ASSERT_EQ(left.letters.width + right.letters.width, whole.letters.width);
    EXPECT_EQ(right.left, left.left + left.letters.width);
    for (int row = 0; row < whole.letters.height; ++row)
        for (int column = 0; column < whole.letters.width; ++column) {
            const auto& part = column < left.letters.width ? left.letters : right.letters;
            const int own = column < left.letters.width ? column : column - left.letters.width;
            EXPECT_EQ(
                part.colours[static_cast<std::size_t>(row * part.width + own)].alpha,
                whole.letters.colours[static_cast<std::size_t>(row * whole.letters.width + column)]
                    .alpha);
        }
}

TEST_F(Line, KeepsColoursOfEmojiOnly) {
    const SetLine word = set("قطة");
    EXPECT_TRUE(word.picture(word.ink_left(), word.ink_right()).coloured.colours.empty());
    ASSERT_TRUE(has_emoji);
    const SetLine line = set(std::string("ق") + test::coloured_emoji);
    const LinePicture picture = line.picture(line.ink_left(), line.ink_right());
    ASSERT_FALSE(picture.coloured.colours.empty());
    const auto is_seen = [](const figure::Colour& one) { return one.alpha > 128; };
    EXPECT_GT(
        std::count_if(picture.coloured.colours.begin(), picture.coloured.colours.end(), is_seen),
        40);
    EXPECT_GT(
        std::count_if(picture.letters.colours.begin(), picture.letters.colours.end(), is_seen), 10);
    for (std::size_t at = 0; at < picture.letters.colours.size(); ++at)
        EXPECT_LE(picture.letters.colours[at].alpha + picture.coloured.colours[at].alpha, 255);
    EXPECT_TRUE(std::any_of(
        picture.coloured.colours.begin(), picture.coloured.colours.end(),
        [](const figure::Colour& one) { return one.alpha > 128 && one.red > one.blue + 40; }));
}

TEST_F(Line, PiledUpMarksStayNearTheLine) {
    std::string text = "a";
    for (int mark = 0; mark < 64; ++mark)
        text += "\u0301";
    const SetLine line = set(text);
    EXPECT_LE(line.picture(line.ink_left(), line.ink_right()).letters.height, 6 * 20);
}

TEST_F(Line, ListsMissingCharacters) {
    EXPECT_TRUE(set("قطة cat").lacking().empty());
    // A code that will never be assigned.
    const SetLine line = set("a\U00050000");
    EXPECT_EQ(line.lacking(), std::vector<char32_t>{0x50000});
    EXPECT_GT(line.width(), 15) << "a box stands for it";
}

TEST(TypefaceFor, NamesTheScriptAndThePackage) {
    EXPECT_EQ(typeface_for(U'猫'), (ScriptTypeface{"Chinese", "fonts-noto-cjk"}));
    EXPECT_EQ(typeface_for(U'か'), (ScriptTypeface{"Japanese", "fonts-noto-cjk"}));
    EXPECT_EQ(typeface_for(U'고'), (ScriptTypeface{"Korean", "fonts-noto-cjk"}));
    EXPECT_EQ(typeface_for(U'ह'), (ScriptTypeface{"Hindi", "fonts-noto-core"}));
    EXPECT_EQ(typeface_for(U'አ'), (ScriptTypeface{"Amharic", "fonts-noto-core"}));
    EXPECT_EQ(typeface_for(U'🐈'), (ScriptTypeface{"emoji", "fonts-noto-color-emoji"}));
    EXPECT_EQ(typeface_for(0x10900), (ScriptTypeface{"", "fonts-noto-core"}));
}

} // namespace
} // namespace attn::publish
