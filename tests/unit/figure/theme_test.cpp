// SPDX-License-Identifier: MIT
#include "core/figure/base/colours.h"

#include <gtest/gtest.h>

namespace attn::figure {
namespace {

constexpr std::array themes{ThemeName::Light, ThemeName::Dark, ThemeName::Projector,
                            ThemeName::Print};

TEST(Theme, KeepsEveryTextReadable) {
    for (const ThemeName name : themes) {
        const Theme colours = theme(name);
        const double least = name == ThemeName::Projector ? 7 : 4.5;
        for (const Colour background : {colours.background, colours.panel_background}) {
            EXPECT_GE(contrast(colours.text, background), 7);
            EXPECT_GE(contrast(colours.dim_text, background), least);
            EXPECT_GE(contrast(colours.query_text, background), least);
            EXPECT_GE(contrast(colours.key_text, background), least);
            EXPECT_GE(contrast(colours.accent_text, background), least);
            EXPECT_GE(contrast(colours.weight, background), least); // texts use it, too
            EXPECT_GE(contrast(colours.error, background), least);
        }
        EXPECT_GE(contrast(colours.error, colours.error_background), 4.5);
        EXPECT_GE(contrast(colours.masked_text, colours.masked), 4.5);
        EXPECT_GE(contrast(colours.on_accent, colours.accent), 4.5);
    }
}

// WCAG 2.1, 1.4.11: frames and bars need 3 : 1. Orange on white has less, but a dark casing.
TEST(Theme, KeepsFramesVisible) {
    for (const ThemeName name : themes) {
        const Theme colours = theme(name);
        EXPECT_GE(contrast(colours.query, colours.background), 2.4);
        EXPECT_GE(contrast(colours.key, colours.background), 3);
        EXPECT_GE(contrast(colours.accent, colours.background), 3);
        EXPECT_GE(contrast(colours.score, colours.panel_background), 3);
        EXPECT_GE(contrast(colours.mark, colours.background), 7);
    }
}

TEST(Theme, PrintsInGrey) {
    const Theme colours = theme(ThemeName::Print);
    for (const Colour c : {colours.text, colours.query, colours.key, colours.accent, colours.error,
                           colours.editable_line, colours.masked}) {
        EXPECT_EQ(c.red, c.green);
        EXPECT_EQ(c.green, c.blue);
    }
}

} // namespace
} // namespace attn::figure
