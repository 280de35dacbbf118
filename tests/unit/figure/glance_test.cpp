// SPDX-License-Identifier: MIT
// Small pictures of documents: each stays within its size and draws the document's numbers.
#include "core/document/commands/new_documents.h"
#include "core/figure/base/colours.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/glance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::glance_test {

namespace {

Document document_with(std::size_t words, Index width = 4, Index heads = 1) {
    NewFromWords asked;
    for (std::size_t at = 0; at < words; ++at)
        asked.words.push_back("w" + std::to_string(at));
    asked.d_model = width;
    asked.heads = heads;
    return *document_of(asked);
}

std::vector<Colour> fills(const Figure& figure) {
    std::vector<Colour> list;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* box = std::get_if<Box>(&shape); box && box->fill.alpha > 0)
            list.push_back(box->fill);
    return list;
}

} // namespace

TEST(Glance, HasTheColourOfEveryWeight) {
    const Document document = document_with(4);
    const Trace trace = evaluate(document);
    const View view;
    const Figure figure = glance(document, trace, view, Stage::Weights, {80, 80});
    const Contents shown = contents(document, trace, view, Stage::Weights);
    const SheetLook& look = shown.sheets.front();
    const std::vector<Colour> drawn = fills(figure);
    for (Index row = 0; row < 4; ++row)
        for (Index column = 0; column < 4; ++column)
            EXPECT_NE(
                std::find(drawn.begin(), drawn.end(), colour(look.scale, look.value(row, column))),
                drawn.end())
                << row << ", " << column;
}

TEST(Glance, StaysInItsSizeForAnyShapes) {
    for (const auto& [words, width] :
         {std::pair<std::size_t, Index>{1, 1}, {5, 4}, {40, 2}, {2, 200}, {200, 4}}) {
        const Document document = document_with(words, width);
        const Trace trace = evaluate(document);
        for (const Stage stage : {Stage::X, Stage::W_Q, Stage::Weights}) {
            const Figure figure = glance(document, trace, {}, stage, {56, 56});
            ASSERT_FALSE(figure.shapes.empty());
            for (const GridRegion& grid : figure.grids) {
                EXPECT_GE(grid.cells.x, 0);
                EXPECT_GE(grid.cells.y, 0);
                EXPECT_LE(grid.cells.right(), 56.01F) << words << " words, width " << width;
                EXPECT_LE(grid.cells.bottom(), 56.01F) << words << " words, width " << width;
            }
        }
    }
}

TEST(Glance, ShowsXProjectionsAndWeightsSideBySide) {
    for (const std::size_t words : {1U, 5U, 64U}) {
        const Document document = document_with(words, 6, 2);
        const Figure figure =
            beginning(document, evaluate(document), {}, 330, 14, approximate_width);
        std::vector<std::string> stages;
        float left = -1;
        for (const GridRegion& grid : figure.grids) {
            stages.emplace_back(grid.sheet.stage.name());
            EXPECT_GT(grid.cells.x, left) << "nothing overlaps";
            left = grid.cells.right();
        }
        EXPECT_EQ(stages, (std::vector<std::string>{"X", "W_Q", "W_K", "W_V", "weights"}));
        EXPECT_LE(left, 330.01F);
        EXPECT_LE(figure.size.height, beginning_height(14));
    }
}

} // namespace attn::figure::glance_test
