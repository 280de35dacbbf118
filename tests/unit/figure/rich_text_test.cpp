// SPDX-License-Identifier: MIT
#include "core/figure/base/text.h"

#include <gtest/gtest.h>

namespace attn::figure {
namespace {

TEST(RichText, HasSubscriptsAndSuperscripts) {
    EXPECT_EQ(spans("W_{Q}"), (std::vector<Span>{{"W", 0}, {"Q", -1}}));
    EXPECT_EQ(spans("Q K^{T} / √d_{k}"),
              (std::vector<Span>{{"Q K", 0}, {"T", 1}, {" / √d", 0}, {"k", -1}}));
    EXPECT_EQ(spans(""), std::vector<Span>{});
}

TEST(RichText, LeavesMarksWithoutABraceAsText) {
    EXPECT_EQ(spans("word_1 ^ x{2}"), (std::vector<Span>{{"word_1 ^ x{2}", 0}}));
    EXPECT_EQ(spans("end_"), (std::vector<Span>{{"end_", 0}}));
    EXPECT_EQ(spans("a_{b"), (std::vector<Span>{{"a", 0}, {"b", -1}}));
    EXPECT_EQ(spans("a\\"), (std::vector<Span>{{"a\\", 0}}));
}

TEST(RichText, ShowsEscapedWordsAsTheyWereTyped) {
    for (const std::string word : {"a_{b}", "x^{2}", "back\\slash", "\\_{", "{}", "plain", "", "_",
                                   "tail\\", "ünï_{cödé}"}) {
        const std::vector<Span> list = spans(escape(word));
        EXPECT_EQ(plain_text(escape(word)), word);
        EXPECT_LE(list.size(), 1U) << word;
        for (const Span& span : list)
            EXPECT_EQ(span.level, 0) << word;
    }
}

TEST(RichText, PlacesScriptsSmallerBelowAndAboveTheLine) {
    const PlacedText placed = place_text("a_{b}^{c}", Font::Sans, 20, approximate_width);
    ASSERT_EQ(placed.spans.size(), 3U);
    EXPECT_EQ(placed.spans[0].x, 0);
    EXPECT_EQ(placed.spans[0].drop, 0);
    EXPECT_EQ(placed.spans[0].size, 20);
    EXPECT_GT(placed.spans[1].x, 0);
    EXPECT_GT(placed.spans[1].drop, 0);
    EXPECT_LT(placed.spans[1].size, 20);
    EXPECT_GT(placed.spans[2].x, placed.spans[1].x);
    EXPECT_LT(placed.spans[2].drop, 0);
    EXPECT_EQ(placed.width, rich_width("a_{b}^{c}", Font::Sans, 20, approximate_width));
    EXPECT_LT(placed.width, approximate_width("abc", Font::Sans, 20));
}

} // namespace
} // namespace attn::figure
