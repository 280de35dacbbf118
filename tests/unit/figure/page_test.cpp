// SPDX-License-Identifier: MIT
#include "core/figure/hit.h"
#include "core/figure/rich_text.h"
#include "core/figure/step_figure.h"
#include "tests/support/page_texts.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace attn::figure {
namespace {

constexpr Size sizes[] = {{1024, 768}, {1280, 720}, {1920, 1080}};

Page with_hints(Page page) {
    page.hints = {"step 3 of 14", "Page down next", "B blank", "Esc leave"};
    return page;
}

TEST(Page, OfEveryStepIsReadableAndNothingOverlaps) {
    for (const testing::Scene& scene : testing::scenes()) {
        if (token_count(scene.document) > 100)
            continue; // painting them takes long, and they look like those with forty words
        for (const Step& step : steps(scene.document))
            for (const Size size : sizes) {
                View view = scene.view;
                view.theme = ThemeName::Projector;
                const Page page = with_hints(page_of(scene.document, scene.trace, view, step));
                const Figure figure = page_figure(scene.document, scene.trace, view, page, {size});
                const std::string where = scene.name + ", step " + std::to_string(number(step)) +
                                          ", " + std::to_string(static_cast<int>(size.width));
                EXPECT_EQ(testing::text_faults(figure, page_unit(size)), "") << where;
            }
    }
}

TEST(Page, CellsOfOneRowAreFoundAtTheirPlaces) {
    const Document document = testing::scene_document(5, 4, 3, 2);
    const Trace trace = evaluate(document);
    View view;
    view.query = 3;
    const Page page = page_of(document, trace, view, {StepKind::Score, false});
    const Figure figure = page_figure(document, trace, view, page, {{1280, 720}});
    for (Index column = 0; column < 5; ++column) {
        const Place place{{Stage::Scores}, 3, column};
        const auto rect = cell_rect(figure, place);
        ASSERT_TRUE(rect);
        EXPECT_EQ(hit(figure, {rect->x + 2, rect->y + 2}).place, place);
    }
    EXPECT_FALSE(cell_rect(figure, {{Stage::Scores}, 2, 0})) << "only the query's row is shown";
    EXPECT_TRUE(cell_rect(figure, {{Stage::K}, 2, 0})) << "every key takes part";
}

} // namespace
} // namespace attn::figure
