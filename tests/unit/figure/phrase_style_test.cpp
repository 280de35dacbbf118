// SPDX-License-Identifier: MIT
#include "core/figure/base/colours.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/base/prose_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn::figure::phrase_style_test {
namespace {

constexpr ThemeName coloured[] = {ThemeName::Light, ThemeName::Dark, ThemeName::Projector};
constexpr ThemeName all[] = {ThemeName::Light, ThemeName::Dark, ThemeName::Projector,
                             ThemeName::Print};

double linear(std::uint8_t part) {
    const double value = part / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
/// How far two colours are apart for eyes without red cones and without green cones, whichever is
/// less. Viénot, Brettel and Mollon 1999: such eyes see one mixture of red and green, and blue.
double apart(Colour a, Colour b) {
    const auto seen = [](Colour colour, double red, double green) {
        const double light = red * linear(colour.red) + green * linear(colour.green);
        return std::pair(std::cbrt(light), std::cbrt(linear(colour.blue)));
    };
    double least = 10;
    for (const auto& [red, green] : {std::pair(0.11238, 0.88762), {0.29275, 0.70725}}) {
        const auto [light, blue] = seen(a, red, green);
        const auto [other_light, other_blue] = seen(b, red, green);
        least = std::min(least, std::hypot(light - other_light, blue - other_blue));
    }
    return least;
}

} // namespace

TEST(PhraseStyle, CanBeReadOnBothBackgrounds) {
    for (const ThemeName name : all)
        for (std::size_t phrase = 1; phrase <= 16; ++phrase) {
            const Theme colours = theme(name);
            const Colour colour = phrase_style(colours, phrase).colour;
            EXPECT_GE(contrast(colour, colours.background), 4.5) << phrase;
            EXPECT_GE(contrast(colour, colours.panel_background), 4.5) << phrase;
        }
}

TEST(PhraseStyle, FourColoursDifferWithoutRedAndGreen) {
    for (const ThemeName name : coloured)
        for (std::size_t one = 1; one <= 4; ++one)
            for (std::size_t other = one + 1; other <= 4; ++other)
                EXPECT_GT(apart(phrase_style(theme(name), one).colour,
                                phrase_style(theme(name), other).colour),
                          0.12)
                    << static_cast<int>(name) << ": " << one << " and " << other;
}

TEST(PhraseStyle, SixteenPhrasesDifferAndFourByTheirPatternAlone) {
    std::set<LinePattern> patterns;
    for (std::size_t one = 1; one <= 16; ++one) {
        if (one <= 4)
            patterns.insert(phrase_style(theme(ThemeName::Light), one).pattern);
        for (std::size_t other = one + 1; other <= 16; ++other)
            EXPECT_NE(phrase_style(theme(ThemeName::Light), one),
                      phrase_style(theme(ThemeName::Light), other))
                << one << " and " << other;
    }
    EXPECT_EQ(patterns.size(), 4U);
}

TEST(PhraseStyle, AFrameStaysNearItsRectangle) {
    for (std::size_t phrase = 1; phrase <= 4; ++phrase) {
        Figure figure;
        const Theme colours = theme(ThemeName::Light);
        const Measure measure = approximate_width;
        Drawing drawing{figure, colours, measure};
        const Rect rect{100, 50, 83, 41};
        const float width = 3;
        draw_phrase_frame(drawing, rect, phrase_style(colours, phrase), width);
        const Rect room = grown(rect, phrase_frame_room(width) + 0.5F * width);
        ASSERT_FALSE(figure.shapes.empty());
        for (const Shape& shape : figure.shapes)
            if (const auto* line = std::get_if<Line>(&shape))
                for (const Point& end : {line->from, line->to})
                    EXPECT_TRUE(room.contains(end)) << phrase;
            else
                EXPECT_TRUE(
                    room.contains({std::get<Box>(shape).rect.x, std::get<Box>(shape).rect.y}))
                    << phrase;
    }
}

TEST(PhraseStyle, ProseHasALineUnderEachPhrase) {
    const Prose prose{
        {"Look at "}, {"the first row", Tone::Text, 1}, {" and "}, {"0.28", Tone::Number, 2}};
    const Theme colours = theme(ThemeName::Light);
    const Measure measure = approximate_width;
    const auto draw = [&](float width, std::vector<PhraseRect>* phrases) {
        Figure figure;
        Drawing drawing{figure, colours, measure};
        draw_prose(drawing, {0, 0}, width, prose, {Font::Sans, 16, colours.text, 1.5F, phrases});
        return figure;
    };
    std::vector<PhraseRect> wide, narrow;
    const Figure figure = draw(500, &wide);
    ASSERT_EQ(wide.size(), 2U);
    EXPECT_EQ(wide[0].number, 1U);
    EXPECT_EQ(wide[1].number, 2U);
    EXPECT_GT(wide[0].rect.width, measure("the first row", Font::Sans, 16) - 2)
        << "blanks between the words belong to the phrase";
    draw(60, &narrow);
    EXPECT_GT(narrow.size(), 2U) << "a phrase has a rectangle in each of its lines";
    const Figure plain = draw(500, nullptr);
    for (const Shape& shape : plain.shapes)
        EXPECT_TRUE(std::holds_alternative<Text>(shape)) << "no lines where none are asked for";
}

TEST(PhraseStyle, ItemsOfListsHangBesideTheirBulletAndCodeHasItsFace) {
    const Theme colours = theme(ThemeName::Light);
    const Measure measure = approximate_width;
    const Prose prose{
        {"Three:\n- one two three four\n- "}, {"a_b", Tone::Code}, {" is\nafter - all"}};
    Figure figure;
    Drawing drawing{figure, colours, measure};
    const ProseStyle style{Font::Sans, 16, colours.text};
    const float high = draw_prose(drawing, {0, 0}, 90, prose, style);
    EXPECT_EQ(high, prose_height(prose, 90, style, measure));
    struct Word {
        std::string text;
        float x = 0, y = 0;
        Font font = Font::Sans;
    };
    std::vector<Word> words;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            words.push_back({text->text, text->at.x, text->at.y, text->font});
    const auto find = [&](const std::string& text) {
        const auto found = std::find_if(words.begin(), words.end(),
                                        [&](const Word& word) { return word.text == text; });
        EXPECT_NE(found, words.end()) << text;
        return found == words.end() ? Word{} : *found;
    };
    EXPECT_EQ(std::count_if(words.begin(), words.end(),
                            [](const Word& word) { return word.text == "•"; }),
              2);
    const Word bullet = find("•"), one = find("one"), four = find("four"),
               code = find(R"(a\_b)"); // as rich text says it
    EXPECT_EQ(bullet.x, 0);
    EXPECT_EQ(bullet.y, one.y);
    EXPECT_GT(one.x, 0);
    EXPECT_GT(four.y, one.y) << "the item takes two lines";
    EXPECT_TRUE(std::any_of(words.begin(), words.end(), [&](const Word& word) {
        return word.y > one.y && word.y < code.y && word.x == one.x;
    })) << "its second line begins where its text does";
    EXPECT_EQ(code.font, Font::Mono);
    EXPECT_EQ(find("after").x, 0);
    EXPECT_EQ(find("-").y, find("after").y) << "no bullet within a line";
}

TEST(PhraseStyle, ASumOfItsOwnLineIsLargeWithItsFactorsInTheirColours) {
    const Theme colours = theme(ThemeName::Light);
    const auto sizes = [&](const Prose& prose, std::vector<PhraseRect>* phrases) {
        Figure figure;
        const Measure measure = approximate_width;
        Drawing drawing{figure, colours, measure};
        ProseStyle style;
        style.phrases = phrases;
        const float high = draw_prose(drawing, {0, 0}, 400, prose, style);
        EXPECT_EQ(high, prose_height(prose, 400, style, measure));
        std::vector<float> list;
        for (const Shape& shape : figure.shapes)
            if (const auto* text = std::get_if<Text>(&shape)) {
                EXPECT_LT(text->at.y + 0.36F * text->size, high);
                list.push_back(text->size);
            }
        return list;
    };
    const Prose sum{{"Its last number is\n"},
                    {"1", Tone::Number, 1},
                    {"·"},
                    {"2", Tone::Number, 2},
                    {" + "},
                    {"3", Tone::Number},
                    {" = "},
                    {"5", Tone::Number, 3},
                    {"\nand no other."}};
    std::vector<PhraseRect> phrases;
    const std::vector<float> drawn = sizes(sum, &phrases);
    EXPECT_EQ(drawn.front(), 14);
    EXPECT_EQ(drawn.back(), 14);
    EXPECT_EQ(std::count_if(drawn.begin(), drawn.end(), [](float size) { return size > 18; }), 7);
    ASSERT_EQ(phrases.size(), 3U);
    EXPECT_GT(phrases[0].rect.height, 20);
    // A line with words, or without a result, is no sum.
    for (const Prose& other : {Prose{{"It is "},
                                     {"1", Tone::Number},
                                     {" + "},
                                     {"2", Tone::Number},
                                     {" = "},
                                     {"3", Tone::Number}},
                               Prose{{"1", Tone::Number}, {" + "}, {"2", Tone::Number}}})
        for (const float size : sizes(other, nullptr))
            EXPECT_EQ(size, 14);
}

} // namespace attn::figure::phrase_style_test
