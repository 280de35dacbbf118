// SPDX-License-Identifier: MIT
#include "core/figure/base/colours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attn::figure {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

int distance(Colour a, Colour b) {
    return std::max(
        {std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

// The published tables at five places, which the polynomials match this closely.
TEST(ColourMap, FollowsThePublishedTables) {
    const auto& viridis = table(Sequential::Viridis);
    EXPECT_LE(distance(viridis[0], {68, 1, 84}), 6);
    EXPECT_LE(distance(viridis[64], {59, 82, 139}), 6);
    EXPECT_LE(distance(viridis[128], {33, 145, 140}), 6);
    EXPECT_LE(distance(viridis[191], {94, 201, 98}), 6);
    EXPECT_LE(distance(viridis[255], {253, 231, 37}), 6);
    const auto& cividis = table(Sequential::Cividis);
    EXPECT_LE(distance(cividis[0], {0, 34, 78}), 8);
    EXPECT_LE(distance(cividis[128], {125, 124, 120}), 8);
    EXPECT_LE(distance(cividis[255], {254, 232, 56}), 16);
    const auto& magma = table(Sequential::Magma);
    EXPECT_LE(distance(magma[0], {0, 0, 4}), 6);
    EXPECT_LE(distance(magma[64], {81, 18, 124}), 8);
    EXPECT_LE(distance(magma[128], {183, 55, 121}), 8);
    EXPECT_LE(distance(magma[191], {252, 137, 97}), 10);
    EXPECT_LE(distance(magma[255], {252, 253, 191}), 10);
    EXPECT_EQ(table(Sequential::Blues)[255], (Colour{8, 48, 107, 255}));
    EXPECT_EQ(table(Sequential::Greys)[0], (Colour{255, 255, 255, 255})) << "0 needs no ink";
    EXPECT_EQ(table(Diverging::PurpleOrange)[0], (Colour{84, 39, 136, 255}));
    EXPECT_EQ(table(Diverging::PurpleOrange)[255], (Colour{179, 88, 6, 255}));
}

TEST(ColourMap, GivesEqualFactorsEqualStepsOnALogarithmicScale) {
    const ColourScale weights{&table(Sequential::Viridis), 0, 1, 1e-4};
    EXPECT_DOUBLE_EQ(position(weights, 1), 1);
    EXPECT_DOUBLE_EQ(position(weights, 1e-2), 0.5);
    EXPECT_EQ(position(weights, 1e-4), 0);
    EXPECT_EQ(position(weights, 0), 0);
    EXPECT_EQ(position(weights, 5), 1);
    const ColourScale numbers{&table(Diverging::BlueRed), -10, 10, 1e-3};
    EXPECT_DOUBLE_EQ(position(numbers, 0), 0.5);
    EXPECT_DOUBLE_EQ(position(numbers, 0.1), 0.75);
    EXPECT_DOUBLE_EQ(position(numbers, -0.1), 0.25);
    EXPECT_DOUBLE_EQ(position(numbers, -10), 0);
    std::array<Real, 3> values{1e-2, infinity, 0};
    std::array<Colour, 3> colours;
    put_colours(weights, values.data(), 3, colours.data());
    EXPECT_EQ(colours[0], colour(weights, 1e-2));
    EXPECT_EQ(colours[1], non_finite);
    EXPECT_EQ(colours[2], colour(weights, 0));
}

TEST(ColourMap, GrowsBrighterAlongSequentialMaps) {
    for (const Sequential map :
         {Sequential::Viridis, Sequential::Cividis, Sequential::Grey, Sequential::Magma})
        for (std::size_t i = 8; i < 256; i += 8)
            EXPECT_GT(luminance(table(map)[i]), luminance(table(map)[i - 8]));
}

TEST(ColourMap, LetsSmallNumbersRecedeOnLightAndOnDark) {
    for (const Sequential map :
         {Sequential::Violet, Sequential::Blues, Sequential::Purples, Sequential::Greys}) {
        const ColourTable& light = table(map);
        const ColourTable& dark = table(map, true);
        for (std::size_t i = 8; i < 256; i += 8) {
            EXPECT_LT(luminance(light[i]), luminance(light[i - 8]));
            EXPECT_GT(luminance(dark[i]), luminance(dark[i - 8]));
        }
        EXPECT_GT(luminance(light[0]), 0.93);
        EXPECT_LT(luminance(dark[0]), 0.04);
    }
}

TEST(ColourMap, IsWhiteAtZeroBlueBelowAndRoseAbove) {
    const ColourScale scale{&table(Diverging::BlueRed), -2, 2};
    const Colour zero = colour(scale, 0), below = colour(scale, -2), above = colour(scale, 2);
    EXPECT_GT(luminance(zero), 0.9);
    EXPECT_GT(below.blue, below.red);
    EXPECT_GT(above.red, above.blue);
    EXPECT_EQ(colour(scale, -5), below);
    EXPECT_EQ(colour(scale, 5), above);
}

TEST(ColourMap, LeavesOrangeToTheQueryWord) {
    for (const bool is_on_dark : {false, true})
        for (std::size_t at = 128; at < 256; ++at) {
            const Colour c = table(Diverging::BlueRed, is_on_dark)[at];
            EXPECT_LE(c.green, c.blue) << at << ": rose";
        }
}

TEST(ColourMap, LetsNumbersRecedeTowardsZeroOnLightAndOnDark) {
    for (std::size_t at = 136; at < 256; at += 8)
        for (const std::size_t now : {at, 255 - at}) {
            const std::size_t nearer = now > 127 ? now - 8 : now + 8;
            EXPECT_LT(luminance(table(Diverging::BlueRed)[now]),
                      luminance(table(Diverging::BlueRed)[nearer]));
            EXPECT_GT(luminance(table(Diverging::BlueRed, true)[now]),
                      luminance(table(Diverging::BlueRed, true)[nearer]));
        }
}

TEST(ColourMap, ShowsOneColourIfTheRangeIsEmpty) {
    const ColourScale scale{&table(Sequential::Viridis), 3, 3};
    EXPECT_EQ(colour(scale, 3), table(Sequential::Viridis)[128]);
}

TEST(ColourMap, SurvivesTheLargestNumbers) {
    const Real most = std::numeric_limits<Real>::max();
    const ColourScale scale{&table(Diverging::BlueRed), -most, most};
    EXPECT_EQ(colour(scale, -most), table(Diverging::BlueRed)[0]);
    EXPECT_EQ(colour(scale, most), table(Diverging::BlueRed)[255]);
    EXPECT_GT(luminance(colour(scale, 0)), 0.9);
}

TEST(ColourMap, MarksNonFiniteNumbersWithAnotherColour) {
    const ColourScale scale{&table(Sequential::Viridis), 0, 1};
    for (const Real value : {std::numeric_limits<Real>::quiet_NaN(), infinity, -infinity})
        EXPECT_EQ(colour(scale, value), non_finite);
    for (const Sequential map :
         {Sequential::Viridis, Sequential::Cividis, Sequential::Grey, Sequential::Violet,
          Sequential::Magma, Sequential::Blues, Sequential::Purples, Sequential::Greys})
        for (const Colour& c : table(map))
            EXPECT_GE(distance(c, non_finite), 45);
    for (const Diverging map : {Diverging::BlueRed, Diverging::Grey, Diverging::PurpleOrange})
        for (const Colour& c : table(map))
            EXPECT_GE(distance(c, non_finite), 50);
}

TEST(ColourMap, ComputesContrastAsWcagDoes) {
    EXPECT_NEAR(contrast({0, 0, 0, 255}, {255, 255, 255, 255}), 21, 1e-12);
    EXPECT_NEAR(contrast({119, 119, 119, 255}, {255, 255, 255, 255}), 4.48, 0.005);
}

TEST(ColourMap, WritesReadableDigitsOnEveryColour) {
    for (int red = 0; red < 256; red += 15)
        for (int green = 0; green < 256; green += 15)
            for (int blue = 0; blue < 256; blue += 15) {
                const Colour cell{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                                  static_cast<std::uint8_t>(blue), 255};
                EXPECT_GE(contrast(digit_colour(cell), cell), 4.5);
            }
}

} // namespace
} // namespace attn::figure
