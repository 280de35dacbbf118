// SPDX-License-Identifier: MIT
// Figures, pages, steps and worksheets of documents without X, which begin with given stages.
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/pages/heads_of_layers.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"
#include "core/figure/paper/worksheet.h"
#include "tests/support/without_x.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace attn::figure {
namespace {

std::set<std::string> names_of_figures(const Document& document) {
    std::set<std::string> names;
    for (const NamedFigure& one : figures(document))
        names.insert(one.name);
    return names;
}

} // namespace

TEST(WithoutX, EveryFigureIsDrawnInEveryView) {
    for (const auto& [name, document] : attn::test::documents_without_x()) {
        const Trace trace = evaluate(document);
        for (const NamedFigure& one : figures(document))
            for (const Convention convention :
                 {Convention::TokensAsRows, Convention::TokensAsColumns}) {
                SCOPED_TRACE(name + ": " + one.name);
                Document written = document;
                written.convention = convention;
                View view;
                view.query = 1;
                view.head = head_count(document) - 1;
                const Figure figure = one.draw(written, trace, view, {});
                EXPECT_GT(figure.size.width, 0);
                EXPECT_FALSE(figure.shapes.empty());
            }
    }
}

TEST(WithoutX, TheUsualPicturesOfWeightsAreThere) {
    for (const auto& [name, document] : attn::test::documents_without_x()) {
        const auto names = names_of_figures(document);
        for (const char* const figure : {"canvas", "query", "lines", "weights"})
            EXPECT_TRUE(names.contains(figure) || names.contains(std::string(figure) + "/0"))
                << name << " has no " << figure;
        for (const char* const figure : {"heads", "heads/outputs"})
            EXPECT_EQ(names.contains(figure), head_count(document) * layer_count(document) > 1)
                << name;
        EXPECT_EQ(names.contains("layers"), layer_count(document) > 1) << name;
        EXPECT_FALSE(names.contains("map/x")) << name;
    }
}

TEST(WithoutX, ThePageOfLayersOpensEveryHeadOfEveryLayer) {
    std::size_t count = 0;
    for (const auto& [name, document] : attn::test::documents_without_x()) {
        if (layer_count(document) < 2)
            continue;
        SCOPED_TRACE(name);
        const Trace trace = evaluate(document);
        const Index heads = head_count(document);
        for (const Size room : {Size{1100, 700}, Size{60, 40}, Size{300, 0}}) {
            const Figure figure =
                heads_of_layers(document, trace, {}, {room, 1, 14, approximate_width});
            ASSERT_EQ(static_cast<Index>(figure.openings.size()), layer_count(document) * heads);
            EXPECT_EQ(figure.openings_across, heads);
            EXPECT_TRUE(figure.grids.empty()) << "no other region is below one that opens";
            for (std::size_t at = 0; at < figure.openings.size(); ++at) {
                const OpeningRegion& one = figure.openings[at];
                EXPECT_EQ(one.layer, static_cast<Index>(at) / heads);
                EXPECT_EQ(one.head, static_cast<Index>(at) % heads);
                EXPECT_GT(one.rect.width, 30) << "maps can be told apart";
                EXPECT_LE(one.rect.right(), figure.size.width);
                EXPECT_LE(one.rect.bottom(), figure.size.height);
            }
        }
        ++count;
    }
    EXPECT_GT(count, 4U);
}

TEST(WithoutX, EveryStepIsTold) {
    for (const auto& [name, document] : attn::test::documents_without_x()) {
        const Trace trace = evaluate(document);
        for (const StepKind kind : kinds_of(document))
            for (const bool is_for_all : {false, true}) {
                SCOPED_TRACE(name + ": " + std::string(word(kind)));
                const Step step{kind, is_for_all};
                EXPECT_NE(to_text(title(document, trace, {}, step)), "");
                EXPECT_NE(to_text(sentence(document, trace, {}, step)), "");
                formula(document, step);
            }
    }
}

} // namespace attn::figure
