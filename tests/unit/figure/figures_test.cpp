// SPDX-License-Identifier: MIT
// The list of figures, of documents whose matrices of words are held and of larger ones whose cells
// are derived when they are looked at.
#include "core/document/sheet.h"
#include "core/figure/figures.h"
#include "tests/support/random_document.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::figure;

TEST(Figures, AreAllDrawnOnBothSidesOfTheSizeThatIsHeld) {
    for (const Index words : {64, 65, 70}) {
        const Document document = attn::testing::scene_document(words, 3, 2, 2);
        const Trace trace = evaluate(document);
        View view;
        view.query = words - 1;
        for (const NamedFigure& one : figures(document))
            EXPECT_FALSE(one.draw(document, trace, view, {}).shapes.empty()) << one.name;
    }
}

TEST(Figures, OfOneNumberShowTheLargestWeightOfTheQueryWord) {
    for (const Index words : {3, 64, 65, 70}) {
        const Document document = attn::testing::scene_document(words, 3, 2, 2);
        const Trace trace = evaluate(document);
        View view;
        view.query = words / 2;
        const Place largest = usual_number(document, trace, view);
        EXPECT_EQ(largest.sheet.stage, Stage::Weights);
        EXPECT_EQ(largest.row, view.query);
        for (Index key = 0; key < words; ++key)
            EXPECT_LE(value_at(document, trace, {largest.sheet, view.query, key}),
                      value_at(document, trace, largest));
    }
}
