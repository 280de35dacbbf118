// SPDX-License-Identifier: MIT
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/figure/canvas/canvas.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::figure {
namespace {

Point centre(Rect rect) {
    return {rect.x + rect.width / 2, rect.y + rect.height / 2};
}

attn::Shape drawn_shape(const Document& document, const GridRegion& region) {
    const auto shape = shape_of(document, region.sheet);
    return region.is_transposed ? attn::Shape{shape.columns, shape.rows} : shape; // Kᵀ
}

/// The open row of the query word, or open column of the key, that covers its neighbours here.
const GridRegion* open_line(const Document& document, const Figure& figure, Point point) {
    const auto found =
        std::find_if(figure.grids.rbegin(), figure.grids.rend(), [&](const GridRegion& region) {
            return region.cells.contains(point) &&
                   attn::Shape{region.rows, region.columns} != drawn_shape(document, region);
        });
    return found == figure.grids.rend() ? nullptr : &*found;
}

TEST(Hit, FindsEveryCellOfTheCanvasAtItsPlace) {
    for (const test::Scene& scene : test::scenes()) {
        CanvasOptions options;
        options.available = {1280, 620};
        const Figure figure = canvas(scene.document, scene.trace, scene.view, options);
        ASSERT_FALSE(figure.grids.empty());
        for (const GridRegion& region : figure.grids) {
            const auto shape = shape_of(scene.document, region.sheet);
            const auto drawn = drawn_shape(scene.document, region);
            if (region.rows != drawn.rows || region.columns != drawn.columns) {
                EXPECT_TRUE(region.rows == 1 || region.columns == 1) << scene.name;
                continue;
            }
            const Index row_step = std::max<Index>(1, shape.rows / 23);
            const Index column_step = std::max<Index>(1, shape.columns / 23);
            for (Index row = 0; row < shape.rows; row += row_step)
                for (Index column = 0; column < shape.columns; column += column_step) {
                    const Place place{region.sheet, row, column};
                    const auto rect = cell_rect(figure, place);
                    ASSERT_TRUE(rect) << scene.name << ' ' << to_text(place);
                    const Hit found = hit(figure, centre(*rect));
                    ASSERT_TRUE(found.place) << scene.name << ' ' << to_text(place);
                    const auto* const line = open_line(scene.document, figure, centre(*rect));
                    if (!line) {
                        EXPECT_EQ(*found.place, place) << scene.name << ' ' << to_text(place);
                        continue;
                    }
                    // What is seen is what is hit.
                    const Index at = (line->rows == 1) != line->is_transposed ? found.place->row
                                                                              : found.place->column;
                    EXPECT_EQ(found.place->sheet, region.sheet) << scene.name;
                    EXPECT_EQ(at, line->rows == 1 ? line->first_row : line->first_column)
                        << scene.name << ' ' << to_text(place);
                }
        }
    }
}

TEST(Hit, FindsTheNamesOfRowsAndColumns) {
    for (const test::Scene& scene : test::scenes()) {
        CanvasOptions options;
        options.available = {1280, 620};
        const Figure figure = canvas(scene.document, scene.trace, scene.view, options);
        // An open line covers its neighbours, and so does its name, which is a region of its own.
        const auto is_under_an_open_line = [&](const LabelRegion& label) {
            return std::any_of(figure.labels.begin(), figure.labels.end(),
                               [&](const LabelRegion& other) {
                                   return other.count == 1 && other.sheet == label.sheet &&
                                          other.is_row == label.is_row && other.at != label.at &&
                                          other.rect.contains(centre(label.rect));
                               });
        };
        for (const LabelRegion& region : figure.labels)
            for (Index at = 0; at < region.count; ++at) {
                const LabelRegion label = one_of(region, at);
                const Hit found = hit(figure, centre(label.rect));
                ASSERT_TRUE(found.label) << scene.name << ' ' << to_text(label.sheet);
                EXPECT_FALSE(found.place);
                if (region.count > 1 && is_under_an_open_line(label))
                    continue;
                EXPECT_EQ(found.label->sheet, label.sheet) << scene.name;
                EXPECT_EQ(found.label->is_row, label.is_row) << scene.name;
                EXPECT_EQ(found.label->at, label.at) << scene.name;
                EXPECT_EQ(found.label->count, 1) << scene.name;
            }
    }
}

TEST(Hit, FindsNothingOutsideTheMatrices) {
    const auto scenes = test::scenes();
    CanvasOptions options;
    options.available = {1280, 620};
    const Figure figure = canvas(scenes[1].document, scenes[1].trace, scenes[1].view, options);
    const Hit corner = hit(figure, {1, 1});
    EXPECT_FALSE(corner.place);
    EXPECT_FALSE(corner.label);
    const Hit outside = hit(figure, {-5, 9000});
    EXPECT_FALSE(outside.place);
    EXPECT_FALSE(cell_rect(figure, {{Stage::X, 0, 0}, 0, 99}));
    EXPECT_FALSE(cell_rect(figure, {{Stage::X, 0, 0}, -1, 0}));
}

TEST(Hit, FindsTheNumbersOfTheQueryPanel) {
    const auto scenes = test::scenes();
    CanvasOptions options;
    options.available = {1280, 200};
    const test::Scene& cat = scenes[1];
    const Figure figure = query_panel(cat.document, cat.trace, cat.view, options);
    for (const Stage stage : {Stage::Scaled, Stage::Weights}) {
        const Place place{{stage, 0, 0}, cat.view.query, 3};
        const auto rect = cell_rect(figure, place);
        ASSERT_TRUE(rect);
        EXPECT_EQ(hit(figure, centre(*rect)).place, place);
    }
}

} // namespace
} // namespace attn::figure
