// SPDX-License-Identifier: MIT
#include "core/figure/canvas/canvas.h"
#include "core/publish/pictures/cairo.h"
#include "tests/image/reference.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

test::Scene scene_named(const std::string& name) {
    for (test::Scene& scene : test::scenes())
        if (scene.name == name)
            return std::move(scene);
    ADD_FAILURE() << "there is no scene " << name;
    return test::scenes().front();
}

figure::CanvasOptions options_of(figure::Size size) {
    figure::CanvasOptions options;
    options.available = size;
    options.measure = publish::measure(publish::typesetter());
    return options;
}

/// Compares pixel by pixel if the same libraries made the references; otherwise checks only what
/// holds for every picture, and says so.
void expect_reference(const std::string& name, const figure::Figure& figure) {
    const auto png = publish::paint_png(figure, 1);
    ASSERT_TRUE(png) << png.error().text();
    const test::PictureSummary summary = test::summarise(*png);
    EXPECT_EQ(summary.width, static_cast<int>(figure.size.width));
    EXPECT_EQ(summary.height, static_cast<int>(figure.size.height));
    EXPECT_GT(summary.colours, 50);
    if (!test::are_references_comparable())
        GTEST_SKIP() << "The references were painted by other versions; here are\n"
                     << publish::versions();
    EXPECT_EQ(test::difference_from_reference(name, *png), "");
}

void expect_canvas(const std::string& name, ThemeName theme, figure::Size size) {
    test::Scene scene = scene_named(name);
    scene.view.theme = theme;
    expect_reference(name,
                     figure::canvas(scene.document, scene.trace, scene.view, options_of(size)));
}

TEST(CanvasImage, FiveWordsInASmallWindow) {
    expect_canvas("cat", ThemeName::Light, {1024, 470});
}
TEST(CanvasImage, CausalMaskWithRowSums) {
    expect_canvas("causal", ThemeName::Dark, {1280, 560});
}
TEST(CanvasImage, RowWithoutAKeyForTheProjector) {
    expect_canvas("closed-row", ThemeName::Projector, {1280, 600});
}
TEST(CanvasImage, NonFiniteNumbersInPrint) {
    expect_canvas("broken", ThemeName::Print, {1100, 520});
}
TEST(CanvasImage, CellsWithoutNumbers) {
    expect_canvas("forty-by-8", ThemeName::Light, {1024, 470});
}
TEST(CanvasImage, QueryPanel) {
    test::Scene scene = scene_named("causal");
    expect_reference("query-panel", figure::query_panel(scene.document, scene.trace, scene.view,
                                                        options_of({1100, 190})));
}

} // namespace
} // namespace attn
