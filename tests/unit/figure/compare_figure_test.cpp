// SPDX-License-Identifier: MIT
#include "core/document/model/sheet.h"
#include "core/document/telling/mistake.h"
#include "core/figure/base/text.h"
#include "core/figure/plots/compare_figure.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::figure {
namespace {

CanvasOptions sized(float width, float height) {
    CanvasOptions options;
    options.available = {width, height};
    return options;
}

std::string text_of(const Figure& figure) {
    std::string text;
    for (const Shape& shape : figure.shapes)
        if (const auto* piece = std::get_if<Text>(&shape))
            text += plain_text(piece->text) + "|";
    return text;
}

Calculation calculation(const test::Scene& scene) {
    return {scene.document, scene.trace};
}

TEST(CompareFigure, EqualScenesSayThatNothingChanged) {
    for (const test::Scene& scene : test::scenes()) {
        const Calculation same = calculation(scene);
        const std::string text = text_of(
            compare_figure({same, same, "pinned", "now", {Stage::Weights, scene.view.head, 0}, ""},
                           scene.view, sized(1024, 460)));
        EXPECT_NE(text.find("Nothing changed"), std::string::npos) << scene.name;
        EXPECT_EQ(text.find("Largest"), std::string::npos) << scene.name;
    }
}

TEST(CompareFigure, NoChangeIsDarkOnADarkGround) {
    const test::Scene scene = test::scenes()[1];
    View view = scene.view;
    view.theme = ThemeName::Dark;
    const Calculation same = calculation(scene);
    const Figure figure = compare_figure(
        {same, same, "pinned", "now", {Stage::Weights, view.head, 0}, ""}, view, sized(1600, 560));
    int cells = 0;
    for (const Shape& shape : figure.shapes)
        if (const auto* box = std::get_if<Box>(&shape); box && box->fill.alpha == 255) {
            ++cells;
            EXPECT_LT(luminance(box->fill), 0.5) << box->rect.x << ", " << box->rect.y;
        }
    EXPECT_GT(cells, 3 * 25 - 1) << "of A, B and B − A";
}

TEST(CompareFigure, AMistakeIsListedWithBothNumbers) {
    const auto scenes = test::scenes();
    const test::Scene& cat = scenes[1];
    const auto made = make_mistake(cat.document, Mistake::NoScaling);
    ASSERT_TRUE(made);
    const Figure figure = compare_figure(
        {made->right, made->wrong, "right", "no scaling", made->sheet, made->sentence}, cat.view,
        sized(1600, 560));
    const std::string text = text_of(figure);
    EXPECT_NE(text.find("B − A|"), std::string::npos);
    EXPECT_NE(text.find("25 changes, the largest first"), std::string::npos) << text;
    const Real b = matrix_of(made->wrong.document, made->wrong.trace,
                             made->sheet)(made->place.row, made->place.column);
    NumberFormat finer = cat.view.numbers;
    finer.digits += 2;
    EXPECT_NE(text.find("→|" + format(b, finer) + "|"), std::string::npos) << text;
    for (const Shape& shape : figure.shapes)
        if (const auto* piece = std::get_if<Text>(&shape)) {
            EXPECT_LE(piece->at.y + piece->size / 2, figure.size.height) << piece->text;
        }
}

TEST(CompareFigure, DifferentShapesAreNamedAndDrawn) {
    const auto scenes = test::scenes();
    const Calculation three = calculation(scenes[0]), cat = calculation(scenes[1]);
    const std::string text =
        text_of(compare_figure({three, cat, "three", "cat", {Stage::Weights, 0, 0}, ""},
                               scenes[1].view, sized(1280, 560)));
    EXPECT_NE(text.find("3 × 3|in|A|and|5 × 5|in|B"), std::string::npos) << text;
    EXPECT_NE(text.find("A: Weights"), std::string::npos);
    EXPECT_NE(text.find("B: Weights"), std::string::npos);
    EXPECT_EQ(text.find("B − A|"), std::string::npos);
}

} // namespace
} // namespace attn::figure
