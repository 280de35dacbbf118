// SPDX-License-Identifier: MIT
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/publish/pictures/cairo.h"
#include "core/publish/pictures/png_write.h"
#include "tests/image/reference.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <limits>

namespace attn::publish {
namespace {

using namespace figure;

Figure small_figure() {
    Figure figure;
    figure.size = {200, 100};
    figure.background = {255, 255, 255, 255};
    figure.shapes.emplace_back(Box{{10, 10, 50, 30}, {200, 0, 0, 255}, {0, 0, 200, 255}, 2, 6});
    figure.shapes.emplace_back(Line{{5, 90}, {195, 90}, {0, 0, 0, 255}, 1});
    figure.shapes.emplace_back(Polygon{{{100, 10}, {120, 10}, {110, 30}}, {0, 160, 0, 255}});
    figure.shapes.emplace_back(
        Text{{100, 60}, "W_{Q} √d^{2} −∞", Font::Sans, 14, {0, 0, 0, 255}, Anchor::Centre});
    auto pixels = std::make_shared<Pixels>();
    pixels->width = pixels->height = 2;
    pixels->colours = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {9, 9, 9, 255}};
    figure.shapes.emplace_back(Image{{140, 10, 40, 40}, pixels});
    return figure;
}

TEST(Cairo, PaintsTheSameBytesEveryTime) {
    const Figure figure = small_figure();
    EXPECT_EQ(*paint_png(figure, 1), *paint_png(figure, 1));
    EXPECT_EQ(*paint_svg(figure), *paint_svg(figure));
    EXPECT_EQ(*paint_pdf(figure), *paint_pdf(figure));
}

TEST(Cairo, WritesTheFormatOfTheFileName) {
    const Figure figure = small_figure();
    EXPECT_TRUE(paint_png(figure, 1)->starts_with("\x89PNG"));
    EXPECT_NE(paint_svg(figure)->find("<svg"), std::string::npos);
    EXPECT_TRUE(paint_pdf(figure)->starts_with("%PDF"));
}

TEST(Cairo, FilesHaveThePixelsItReturns) {
    Figure figure = small_figure();
    for (const int alpha : {0, 128, 255}) {
        figure.background = {200, 100, 50, static_cast<std::uint8_t>(alpha)};
        EXPECT_EQ(*paint_png(figure, 3), write_png(*paint_pixels(figure, 3))) << alpha;
    }
}

TEST(Cairo, ScalesPictures) {
    const Figure figure = small_figure();
    const test::PictureSummary twice = test::summarise(*paint_png(figure, 2));
    EXPECT_EQ(twice.width, 400);
    EXPECT_EQ(twice.height, 200);
    const test::PictureSummary part = test::summarise(*paint_png(figure, 0.333F));
    EXPECT_EQ(part.width, 67);
    EXPECT_EQ(part.height, 34);
}

TEST(Cairo, RefusesImpossibleSizes) {
    Figure figure = small_figure();
    EXPECT_FALSE(paint_png(figure, 0));
    EXPECT_FALSE(paint_png(figure, 1000));
    EXPECT_FALSE(paint_png(figure, std::numeric_limits<float>::quiet_NaN()));
    const auto refused = paint_png(figure, 1000);
    EXPECT_NE(refused.error().message.find("200000 × 100000"), std::string::npos);
    figure.size = {0, 0};
    EXPECT_FALSE(paint_svg(figure));
    EXPECT_FALSE(paint_pdf(figure));
}

TEST(Cairo, MeasuresWhatItPaints) {
    const Measure measure = publish::measure(typesetter());
    EXPECT_EQ(measure("", Font::Sans, 14), 0);
    EXPECT_GT(measure("words", Font::Bold, 14), measure("words", Font::Sans, 14) * 0.95F);
    EXPECT_NEAR(measure("words", Font::Sans, 28), 2 * measure("words", Font::Sans, 14), 0.1);
    // Digits and the minus sign have equal widths, so that numbers align.
    EXPECT_NEAR(measure("1", Font::Mono, 14), measure("0", Font::Mono, 14), 0.01);
    EXPECT_NEAR(measure("−", Font::Mono, 14), measure("0", Font::Mono, 14), 0.01);
    EXPECT_LT(rich_width("W_{Q}", Font::Sans, 14, measure), measure("WQ", Font::Sans, 14));
}

TEST(Cairo, PaintsAwkwardWordsAndFewCells) {
    CanvasOptions options;
    options.available = {1024, 470};
    options.measure = measure(typesetter());
    for (const test::Scene& scene : test::scenes()) {
        if (scene.name != "long-words" && scene.name != "one")
            continue;
        const auto png = paint_png(canvas(scene.document, scene.trace, scene.view, options), 0.25F);
        ASSERT_TRUE(png) << scene.name;
        EXPECT_GT(test::summarise(*png).colours, 50) << scene.name;
    }
}

} // namespace
} // namespace attn::publish
