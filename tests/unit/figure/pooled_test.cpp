// SPDX-License-Identifier: MIT
#include "core/figure/pooled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace attn::figure {
namespace {

const Theme colours = theme(ThemeName::Light);

SheetLook look_at(const Matrix& values, Sequential map) {
    SheetLook look;
    look.values = values;
    look.scale = {&table(map), 0, 1};
    return look;
}

TEST(Pooled, HasOnePixelForEachCellWhereThereIsRoom) {
    Matrix values(2, 3);
    values << 0, 0.5, 1, 0.25, 0.75, 0.1;
    const SheetLook look = look_at(values, Sequential::Viridis);
    const auto pixels = pooled(look, colours, 100, 100);
    ASSERT_EQ(pixels->width, 3);
    ASSERT_EQ(pixels->height, 2);
    for (Index row = 0; row < 2; ++row)
        for (Index column = 0; column < 3; ++column)
            EXPECT_EQ(pixels->colours[static_cast<std::size_t>(row * 3 + column)],
                      colour(look.scale, values(row, column)));
}

TEST(Pooled, KeepsAThinPeakVisible) {
    Matrix values = Matrix::Zero(1000, 1000);
    values(503, 211) = 1;
    const SheetLook look = look_at(values, Sequential::Viridis);
    const auto pixels = pooled(look, colours, 50, 50);
    EXPECT_EQ(pixels->colours.size(), 2500U);
    EXPECT_EQ(std::count(pixels->colours.begin(), pixels->colours.end(), colour(look.scale, 1)), 1);
}

TEST(Pooled, KeepsAThinValleyOfASignedMatrix) {
    Matrix values = Matrix::Constant(64, 64, 0.2);
    values(7, 60) = -0.9;
    SheetLook look = look_at(values, Sequential::Viridis);
    look.scale = {&table(Diverging::BlueRed), -1, 1};
    const auto pixels = pooled(look, colours, 8, 8);
    EXPECT_EQ(pixels->colours[7], colour(look.scale, -0.9));
}

TEST(Pooled, LetsOneNaNWinAndStay) {
    for (const Index at : {0, 5, 15}) {
        Matrix values = Matrix::Constant(4, 4, 0.9);
        values.data()[at] = std::numeric_limits<Real>::quiet_NaN();
        const auto pixels = pooled(look_at(values, Sequential::Grey), colours, 1, 1);
        EXPECT_EQ(pixels->colours, std::vector<Colour>{non_finite});
    }
}

TEST(Pooled, IsMaskedOnlyWhereEveryCellIs) {
    const Matrix values = Matrix::Constant(4, 4, 0.5);
    Mask mask;
    mask.kind = Mask::Kind::Causal;
    SheetLook look = look_at(values, Sequential::Grey);
    look.mask = &mask;
    const auto pixels = pooled(look, colours, 2, 2);
    EXPECT_EQ(pixels->colours[1], colours.masked);
    EXPECT_EQ(pixels->colours[0], colour(look.scale, 0.5));
    EXPECT_EQ(pixels->colours[2], colour(look.scale, 0.5));
}

} // namespace
} // namespace attn::figure
