// SPDX-License-Identifier: MIT
// The query word's row along the stream of a block: it has the stages' numbers, and its sums are
// correct.
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/pages/block_page.h"
#include "core/io/document/library.h"
#include "tests/support/option_scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure {
namespace {

Figure panel_of(const Document& document, const Trace& trace, const View& view, Size size) {
    CanvasOptions options;
    options.available = size;
    return block_panel(document, trace, view, options);
}

TEST(BlockPanel, AddsTheOutputOfEachCard) {
    const Document document = io::open_document("causal-decoder-block").value();
    const Trace trace = evaluate(document);
    View view;
    view.query = 2;
    const Figure figure = panel_of(document, trace, view, {1600, 200});
    std::vector<SheetId> drawn;
    for (const GridRegion& grid : figure.grids) {
        EXPECT_EQ(grid.rows, 1);
        EXPECT_EQ(grid.first_row, 2);
        drawn.push_back(grid.sheet);
    }
    const std::vector<SheetId> wanted{{Stage::X},
                                      {Stage::Attention},
                                      {Stage("after_attention")},
                                      {Stage("mlp")},
                                      {Stage("block")}};
    ASSERT_EQ(drawn, wanted);
    for (std::size_t at = 0; at + 2 < wanted.size(); at += 2)
        for (Index column = 0; column < 4; ++column) {
            const auto number = [&](std::size_t which) {
                return matrix_of(document, trace, wanted[which])(2, column);
            };
            EXPECT_NEAR(number(at) + number(at + 1), number(at + 2), 1e-12);
        }
    const auto sums =
        std::count_if(figure.shapes.begin(), figure.shapes.end(), [](const auto& one) {
            const Text* text = std::get_if<Text>(&one);
            return text && text->text == "+";
        });
    EXPECT_EQ(sums, 2);
}

TEST(BlockPanel, IsTidyForEveryBlock) {
    int count = 0;
    for (const test::Scene& scene : test::option_scenes()) {
        if (!has_block_page(scene.document))
            continue;
        ++count;
        for (const Size size : {Size{1600, 176}, Size{700, 138}, Size{530, 126}}) {
            const Figure figure = panel_of(scene.document, scene.trace, scene.view, size);
            test::expect_tidy(figure, scene.name);
            test::expect_matrices_apart(figure, scene.name);
            for (const GridRegion& grid : figure.grids)
                EXPECT_TRUE(exists(scene.document, grid.sheet)) << scene.name;
        }
    }
    EXPECT_GT(count, 5);
}

} // namespace
} // namespace attn::figure
