// SPDX-License-Identifier: MIT
// One enlarged matrix: it is larger than on the canvas and stands beside its inputs, and every
// matrix keeps a title that can be pointed at.
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/focus_figure.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"
#include "tests/unit/figure/room.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::focus_figure_test {
namespace {

using test::room;

test::Scene scene_of(Index words, Index d_model) {
    test::Scene scene;
    scene.document = test::scene_document(words, d_model, 3, 3);
    scene.trace = evaluate(scene.document);
    return scene;
}

bool has_cells(const Figure& figure, Stage stage) {
    return std::any_of(figure.grids.begin(), figure.grids.end(),
                       [&](const GridRegion& grid) { return grid.sheet.stage == stage; });
}

} // namespace

TEST(FocusFigure, EnlargesTheMatrixBesideItsSources) {
    const test::Scene scene = scene_of(5, 4);
    const CanvasOptions options = room(1366, 470);
    const Figure usual = canvas(scene.document, scene.trace, scene.view, options);
    const Figure figure =
        focus_figure(scene.document, scene.trace, scene.view, Stage::Output, options);
    const Place place{{Stage::Output}, 1, 1};
    const auto before = cell_rect(usual, place), after = cell_rect(figure, place);
    ASSERT_TRUE(before && after);
    EXPECT_GT(after->width, 1.3F * before->width);
    EXPECT_GT(after->height, 1.3F * before->height);
    for (const Stage stage : {Stage::Output, Stage::Weights, Stage::V})
        EXPECT_TRUE(has_cells(figure, stage)) << stage.name();
    for (const Stage stage : {Stage::X, Stage::W_Q, Stage::Scores})
        EXPECT_FALSE(has_cells(figure, stage)) << stage.name();
    EXPECT_EQ(figure.size, options.available) << "nothing scrolls";
}

TEST(FocusFigure, TitlesOfTheCanvasAreFound) {
    const test::Scene scene = scene_of(5, 4);
    const CanvasOptions options = room(1366, 470);
    const Figure usual = canvas(scene.document, scene.trace, scene.view, options);
    const Figure figure =
        focus_figure(scene.document, scene.trace, scene.view, Stage::Weights, options);
    ASSERT_GT(usual.titles.size(), 8U);
    for (const TitleRegion& title : usual.titles) {
        const Point middle{title.rect.x + title.rect.width / 2,
                           title.rect.y + title.rect.height / 2};
        EXPECT_EQ(hit(usual, middle).title, title.sheet) << to_text(title.sheet);
        const auto same =
            std::find_if(figure.titles.begin(), figure.titles.end(),
                         [&](const TitleRegion& other) { return other.sheet == title.sheet; });
        ASSERT_NE(same, figure.titles.end()) << to_text(title.sheet);
        const Point small{same->rect.x + same->rect.width / 2,
                          same->rect.y + same->rect.height - 4};
        const Hit found = hit(figure, small);
        EXPECT_EQ(found.title, title.sheet) << "the picture stands for the matrix";
        EXPECT_FALSE(found.place) << "its cells are too small to be meant";
    }
}

TEST(FocusFigure, ShowsEveryNumberOfAWideMatrix) {
    for (const Index d_model : {4, 64, 200}) {
        const test::Scene scene = scene_of(6, d_model);
        const Figure figure =
            focus_figure(scene.document, scene.trace, scene.view, Stage::X, room(1024, 400));
        const Contents shown = contents(scene.document, scene.trace, scene.view, Stage::X);
        const SheetLook& look = shown.sheets.front();
        for (Index row = 0; row < 6; ++row)
            for (const Index column : {Index{0}, d_model / 2, d_model - 1}) {
                EXPECT_TRUE(test::has_text(figure, cell_text(look, row, column)))
                    << row << ", " << column << " of " << d_model;
                const auto cell = cell_rect(figure, {{Stage::X}, row, column});
                ASSERT_TRUE(cell);
                EXPECT_LE(cell->right(), figure.size.width);
                EXPECT_LE(cell->bottom(), figure.size.height);
            }
    }
}

TEST(FocusFigure, StaysInItsRoomWithTooManyCells) {
    const test::Scene scene = scene_of(300, 4);
    const CanvasOptions options = room(1366, 470);
    const Figure figure =
        focus_figure(scene.document, scene.trace, scene.view, Stage::Weights, options);
    EXPECT_EQ(figure.size, options.available);
    const auto last = cell_rect(figure, {{Stage::Weights}, 299, 299});
    ASSERT_TRUE(last);
    EXPECT_LE(last->right(), options.available.width);
    EXPECT_LE(last->bottom(), options.available.height);
}

TEST(FocusFigure, EveryStageOfEverySceneIsTidy) {
    for (const test::Scene& scene : test::scenes()) {
        const Contents shown = contents(scene.document, scene.trace, scene.view);
        for (const SheetLook& look : shown.sheets) {
            const std::string what = scene.name + ", " + to_text(look.id);
            const Figure figure = focus_figure(scene.document, scene.trace, scene.view,
                                               look.id.stage, room(1366, 470));
            test::expect_matrices_apart(figure, what);
            EXPECT_TRUE(has_cells(figure, look.id.stage)) << what;
            EXPECT_TRUE(is_seen_enlarged(scene.document, scene.view, look.id.stage, look.id.stage));
            for (const GridRegion& grid : figure.grids)
                EXPECT_TRUE(
                    is_seen_enlarged(scene.document, scene.view, look.id.stage, grid.sheet.stage))
                    << what << " beside " << to_text(grid.sheet);
        }
    }
}

TEST(FocusFigure, ShowsTheCanvasIfTheMatrixIsMissing) {
    const test::Scene scene = scene_of(4, 4);
    const CanvasOptions options = room(1366, 470);
    const Figure usual = canvas(scene.document, scene.trace, scene.view, options);
    const Figure figure = focus_figure(scene.document, scene.trace, scene.view, Stage::WO, options);
    ASSERT_EQ(figure.grids.size(), usual.grids.size());
    for (std::size_t at = 0; at < usual.grids.size(); ++at)
        EXPECT_EQ(figure.grids[at].cells, usual.grids[at].cells);
}

} // namespace attn::figure::focus_figure_test
